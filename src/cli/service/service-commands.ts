/** `frota service brands|accounts|keys …`: the commands that replace a partner portal. */
import type { OptionName } from '../../options.ts'
import { verbsOf, type Command, type CommandFlag } from '../command.ts'
import { WHERE } from '../option-sets.ts'

const options: readonly OptionName[] = [...WHERE, 'FROTA_LOCALE', 'FROTA_TIME_ZONE']

const fee: CommandFlag = {
  value: 'REAIS',
  pt: 'tarifa de serviço por pedido, como 4,90',
  en: 'service fee of each order, such as 4.90',
}
const onlyBrand: CommandFlag = {
  value: 'NAME',
  pt: 'só desta marca',
  en: 'of this brand only',
}

const keyFile: CommandFlag = {
  value: 'FILE',
  pt: 'grava a chave neste arquivo novo (modo 0600) em vez de mostrá-la',
  en: 'writes the key to this new file (mode 0600) instead of showing it',
}

const brands = verbsOf(() => import('./service-brands.ts'))
const accounts = verbsOf(() => import('./service-accounts.ts'))
const keys = verbsOf(() => import('./service-keys.ts'))

export const serviceCommands: Readonly<Record<string, Command>> = {
  'brands create': {
    takes: 'NAME',
    pt: 'cria uma marca (o parceiro que integra); repetir não muda nada',
    en: 'makes a brand (the integrating partner); repeating changes nothing',
    options,
    flags: { fee },
    load: brands('create'),
  },
  'brands list': {
    pt: 'as marcas, com tarifa, contas e chaves ativas',
    en: 'the brands, with fee, accounts and live keys',
    options,
    load: brands('list'),
  },
  'brands fee': {
    takes: 'NAME REAIS',
    pt: 'muda a tarifa dos pedidos que ainda serão criados',
    en: 'changes the fee of orders yet to be made',
    options,
    load: brands('fee'),
  },
  'brands deactivate': {
    takes: 'NAME',
    pt: 'a partir da próxima chamada, todas as chaves da marca recebem 401',
    en: 'from the next call on, every key of the brand gets 401',
    options,
    load: brands('deactivate'),
  },
  'brands activate': {
    takes: 'NAME',
    pt: 'volta a aceitar as chaves da marca',
    en: "accepts the brand's keys again",
    options,
    load: brands('activate'),
  },
  'accounts create': {
    takes: 'NAME',
    pt: 'cria a conta de um cliente final; repetir mostra a mesma conta',
    en: 'makes the account of an end customer; repeating shows the same account',
    options,
    flags: { brand: { value: 'NAME', pt: 'marca a que pertence', en: 'brand it belongs to' } },
    load: accounts('create'),
  },
  'accounts list': {
    pt: 'as contas e os seus ids, para X-Account-Id',
    en: 'the accounts and their ids, for X-Account-Id',
    options,
    flags: { brand: onlyBrand },
    load: accounts('list'),
  },
  'accounts deactivate': {
    takes: 'ID|NAME',
    pt: 'a partir da próxima chamada, a conta recebe 403',
    en: 'from the next call on, the account gets 403',
    options,
    flags: { brand: onlyBrand },
    load: accounts('deactivate'),
  },
  'accounts activate': {
    takes: 'ID|NAME',
    pt: 'volta a aceitar a conta',
    en: 'accepts the account again',
    options,
    flags: { brand: onlyBrand },
    load: accounts('activate'),
  },
  'accounts retention': {
    takes: 'ID|NAME',
    pt: 'por quantos dias os dados pessoais ficam depois de desativar o veículo (180)',
    en: 'for how many days personal data stays after a vehicle is deactivated (180)',
    options,
    flags: {
      brand: onlyBrand,
      days: { value: 'DAYS', pt: 'de 1 a 3650', en: '1 to 3650' },
    },
    load: accounts('retention'),
  },
  'accounts erase': {
    takes: 'ID|NAME',
    pt: 'apaga documentos e apelidos de uma conta desativada; pedidos e débitos ficam',
    en: 'erases documents and nicknames of a deactivated account; orders and debts stay',
    options,
    flags: {
      brand: onlyBrand,
      yes: { pt: 'sem perguntar', en: 'without asking' },
    },
    load: accounts('erase'),
  },
  'keys create': {
    pt: 'cria uma chave de API e a mostra uma só vez; as outras continuam valendo',
    en: 'makes an API key and shows it once; the others stay valid',
    options,
    flags: {
      brand: { value: 'NAME', pt: 'marca que a usará', en: 'brand that will use it' },
      name: { value: 'NAME', pt: 'como reconhecê-la depois', en: 'what to know it by later' },
      out: keyFile,
    },
    load: keys('create'),
  },
  'keys list': {
    pt: 'prefixo, nome, criação, último uso e revogação; nunca a chave',
    en: 'prefix, name, creation, last use and revocation; never the key',
    options,
    flags: { brand: onlyBrand },
    load: keys('list'),
  },
  'keys rotate': {
    takes: 'PREFIX|ID',
    pt: 'cria a chave sucessora; a antiga ainda vale por um tempo (--overlap)',
    en: 'makes the key that follows; the old one works for a while more (--overlap)',
    options,
    flags: {
      overlap: {
        value: 'HOURS',
        pt: 'por quantas horas a antiga ainda vale, de 0 a 720; 24 se nada for dito',
        en: 'how many hours the old one still works, 0 to 720; 24 unless told',
      },
      out: keyFile,
    },
    load: keys('rotate'),
  },
  'keys revoke': {
    takes: 'PREFIX|ID',
    pt: 'a próxima chamada com a chave já recebe 401',
    en: 'the very next call with the key gets 401',
    options,
    flags: {
      force: {
        pt: 'mesmo a última chave ativa da marca: as chamadas dela falharão',
        en: "even the brand's last live key: its calls will fail",
      },
    },
    load: keys('revoke'),
  },
}
