import type { Bilingual, Language } from '../../../bilingual.ts'
import type { Field } from '../header/aliases.ts'

/** The columns of the file that people fill in, and what goes into each, as data. */

export interface TemplateColumn {
  readonly field: Field
  /** Names that `header-aliases.ts` knows. */
  readonly header: Bilingual
  readonly isRequired: boolean
  /** What a person reads about it. */
  readonly guide: Bilingual
  readonly width: number
}

export const TEMPLATE_COLUMNS: readonly TemplateColumn[] = [
  {
    field: 'plate',
    header: { pt: 'placa', en: 'plate' },
    isRequired: true,
    guide: { pt: 'ABC1234 ou ABC1D23', en: 'ABC1234 or ABC1D23' },
    width: 12,
  },
  {
    field: 'renavam',
    header: { pt: 'renavam', en: 'renavam' },
    isRequired: true,
    guide: {
      pt: '11 algarismos, como no documento do veículo; os zeros à esquerda contam',
      en: '11 digits, as on the vehicle’s document; zeros in front count',
    },
    width: 14,
  },
  {
    field: 'uf',
    header: { pt: 'uf', en: 'uf' },
    isRequired: true,
    guide: { pt: 'estado de licenciamento, como SP', en: 'state of the licence, such as SP' },
    width: 6,
  },
  {
    field: 'ownerDocument',
    header: { pt: 'cpf_cnpj', en: 'owner_document' },
    isRequired: true,
    guide: {
      pt: 'CPF ou CNPJ do proprietário (no leasing, o do banco)',
      en: 'CPF or CNPJ of the owner (for a lease, the bank’s)',
    },
    width: 20,
  },
  {
    field: 'nickname',
    header: { pt: 'apelido', en: 'nickname' },
    isRequired: false,
    guide: { pt: 'como a frota chama o veículo', en: 'what the fleet calls the vehicle' },
    width: 28,
  },
  {
    field: 'costCentre',
    header: { pt: 'centro_de_custo', en: 'cost_centre' },
    isRequired: false,
    guide: { pt: 'para os relatórios; não é enviado', en: 'for the reports; it is not sent' },
    width: 20,
  },
]

/** Made-up plates, which intake rejects: an example that is left in registers nobody's vehicle. */
const EXAMPLES: readonly Readonly<Record<Field, Bilingual>>[] = [
  {
    plate: { pt: 'ZZZ-0000', en: 'ZZZ-0000' },
    renavam: { pt: '00639884962', en: '00639884962' },
    uf: { pt: 'SP', en: 'SP' },
    ownerDocument: { pt: '11.222.333/0001-81', en: '11.222.333/0001-81' },
    nickname: { pt: 'EXEMPLO: apague esta linha', en: 'EXAMPLE: delete this line' },
    costCentre: { pt: 'Filial Centro', en: 'Central branch' },
  },
  {
    plate: { pt: 'ZZZ-9999', en: 'ZZZ-9999' },
    renavam: { pt: '00639884962', en: '00639884962' },
    uf: { pt: 'RJ', en: 'RJ' },
    ownerDocument: { pt: '529.982.247-25', en: '529.982.247-25' },
    nickname: { pt: 'EXEMPLO: apague esta linha', en: 'EXAMPLE: delete this line' },
    costCentre: { pt: '', en: '' },
  },
]

/** Header and examples. */
export function templateRecords(language: Language): readonly (readonly string[])[] {
  return [
    TEMPLATE_COLUMNS.map(({ header }) => header[language]),
    ...EXAMPLES.map((row) => TEMPLATE_COLUMNS.map(({ field }) => row[field][language])),
  ]
}
