/**
 * The headers that fleets use for our columns, in Portuguese and English, as data. They are written
 * in small letters without accents, digits and punctuation; spaces do not count when they are
 * compared.
 */

export const FIELDS = ['plate', 'renavam', 'uf', 'ownerDocument', 'nickname', 'costCentre'] as const

export type Field = (typeof FIELDS)[number]

function list(names: string): readonly string[] {
  return names.trim().split(/,\s*/)
}

/** Raised when a name is added, so that a stored understanding can be told from a newer one. */
export const ALIASES_VERSION = 3

/** What a column is called outright, as in our template: such a name goes before any other. */
export const OWN_NAMES: Readonly<Record<Field, readonly string[]>> = {
  plate: list('placa, plate'),
  renavam: ['renavam'],
  uf: ['uf'],
  ownerDocument: list('cpf cnpj, cnpj cpf, cpf ou cnpj, owner document'),
  nickname: list('apelido, nickname'),
  costCentre: list('centro de custo, centro de custos, cost centre, cost center'),
}

/** Columns of people who drive, beside which a bare `CPF` is theirs. */
export const DRIVER_NAMES: readonly string[] = list(`
  motorista, motoristas, nome do motorista, nome motorista, condutor, nome do condutor,
  condutor atual, motorista atual, motorista responsavel, condutor responsavel, driver, driver name
`)

/** Names of a document that do not say whose it is. */
export const BARE_DOCUMENT_NAMES: readonly string[] = list('cpf, documento, document, n cpf')

export const HEADER_ALIASES: Readonly<Record<Field, readonly string[]>> = {
  plate: list(`
    placa, placas, placa do veiculo, placa veiculo, placa veic, placa atual,
    placa do carro, placa mercosul, veiculo placa, identificacao placa, nr placa,
    num placa, n placa, no placa, numero placa, numero da placa,
    plate, plates, license plate, licence plate, number plate, plate number, plate no,
    license plate number, licence plate number, vehicle plate, registration plate,
    vehicle registration, reg plate
  `),
  renavam: list(`
    renavam, renavan, cod renavam, codigo renavam, codigo do renavam, numero renavam,
    numero do renavam, num renavam, nr renavam, nro renavam, n renavam, no renavam,
    n do renavam, no do renavam, cod do renavam, renavam do veiculo, renavam veiculo,
    veiculo renavam, renavam n, renavam no,
    renavam number, renavam code, renavam id, vehicle renavam
  `),
  uf: list(`
    uf, ufs, estado, estado uf, uf estado, sigla uf, sigla do estado, uf licenciamento,
    uf de licenciamento, uf do licenciamento, licenciamento uf, estado de licenciamento,
    estado licenciamento, estado do licenciamento, uf emplacamento, uf de emplacamento,
    estado de emplacamento, uf registro, uf de registro, uf do registro,
    estado de registro, uf da placa, estado da placa, uf crlv,
    uf do crlv, uf veiculo, uf do veiculo, veiculo uf, estado do veiculo, uf detran,
    unidade federativa, unidade da federacao,
    state, state code, licensing state, registration state, vehicle state, federative unit
  `),
  ownerDocument: list(`
    cpf, cnpj, cpf cnpj, cnpj cpf, cpf ou cnpj, cnpj ou cpf, cpf e cnpj, documento,
    documento proprietario, documento do proprietario, cgc cpf, doc proprietario,
    doc do proprietario, proprietario documento, proprietario doc, cpf cnpj proprietario,
    cpf cnpj do proprietario, proprietario cpf cnpj, cnpj cpf proprietario,
    cnpj cpf do proprietario, proprietario cnpj cpf, cpf proprietario, cpf do proprietario,
    proprietario cpf, cnpj proprietario, cnpj do proprietario, cnpj da proprietaria,
    proprietario cnpj, cpf cnpj titular, cpf cnpj do titular, cpf do titular,
    cnpj do titular, documento do titular, documento titular, documento do dono,
    cpf cnpj do dono, cnpj empresa, cnpj da empresa, cnpj frota, cnpj da frota,
    transportador cpf cnpj, cpf cnpj transportador, cpf cnpj do transportador,
    cnpj transportador, cnpj do transportador, cnpj transportadora, documento cpf cnpj,
    numero cpf cnpj, numero do cpf cnpj, n cpf cnpj,
    owner document, owner doc, owner tax id, owner tax number, owner id, owner cpf,
    owner cnpj, owner cpf cnpj, owners document, cpf or cnpj, document, tax id, tax number,
    taxpayer id, company tax id
  `),
  nickname: list(`
    apelido, apelido do veiculo, frota, prefixo, prefixo do veiculo, numero, no frota,
    n frota, nr frota, num frota, no de frota, n de frota, numero frota, numero de frota,
    numero da frota, codigo frota, codigo da frota, cod frota, codigo do veiculo,
    codigo veiculo, cod veiculo, nome do veiculo, identificacao, identificacao do veiculo,
    descricao, descricao do veiculo,
    nickname, alias, fleet number, fleet no, fleet id, fleet code, prefix, vehicle name,
    vehicle number, vehicle nickname, unit number, vehicle code, description,
    vehicle description
  `),
  costCentre: list(`
    centro de custo, centro de custos, centro custo, centro custos, cc, c custo,
    cod centro de custo, codigo do centro de custo, codigo centro de custo, filial, grupo,
    unidade de negocio, departamento, setor, secretaria,
    cost centre, cost center, cost centre code, cost center code, branch, group,
    department, business unit, division
  `),
}

/** Columns whose cells hold two values (`ABC1D23/SP`, `CAMPINAS/SP`), and the fields they give. */
export const SHARED_NAMES: readonly {
  readonly fields: readonly Field[]
  readonly names: readonly string[]
}[] = [
  {
    fields: ['plate', 'uf'],
    names: list(`
      placa uf, uf placa, placa e uf, uf e placa, placa estado, placa do veiculo uf,
      placa veiculo uf, uf placa do veiculo,
      plate state, state plate, plate uf, uf plate, plate and state
    `),
  },
  {
    fields: ['uf'],
    names: list(`
      municipio uf, uf municipio, municipio e uf, municipio estado, municipio e estado,
      cidade uf, uf cidade, cidade e uf, cidade estado, cidade e estado,
      municipio de emplacamento uf, municipio emplacamento uf, municipio de registro uf,
      municipio de licenciamento uf, municipio do veiculo uf,
      city state, city uf, city and state
    `),
  },
]

/** Notes that templates write after a header for those who fill it in; they name no field. */
export const HEADER_NOTES: readonly string[] = list(`
  obrigatorio, obrigatoria, campo obrigatorio, opcional, se houver, sigla,
  somente numeros, apenas numeros, so numeros, numeros, texto, 11 digitos, sem hifen,
  sem traco, sem pontos, sem pontuacao, sem formatacao, com zeros, 2 letras, duas letras,
  do veiculo, conforme crlv, conforme documento,
  required, mandatory, optional, if any, numbers only, digits only, only digits, text,
  11 digits, no hyphen, no dots, no punctuation, two letters, 2 letters
`)
