/**
 * Pure. What the terminal's sentences say on a page: commands and options become the buttons and
 * pages that do the same, and what only whoever operates frota can do is said to be theirs.
 */
import { CHOICE, withoutCommands } from '../../app/without-commands.ts'
import { sayIn, type Locale } from '../../bilingual.ts'

/** The longer come first: a part of them stands below, too. */
const ON_PAGES: readonly (readonly [terminal: RegExp, pt: string, en: string])[] = [
  // The address of a server of whoever operates frota.
  [/(?<=banco de dados|database|Redis|não responde|does not answer) (?:em|at) \S+[^\s.]/g, '', ''],
  [/ (?:de|of) DATABASE_URL(?= está| não| is| lacks)/g, ' no servidor', ' at the server'],
  [
    /[.:] (?:[^.;]|\.\S)*(?:(?:DATABASE|REDIS)_URL|(?:execute|run) frota report).*$/g,
    '. Quem opera o frota precisa resolver isto.',
    '. Who operates frota has to see to it.',
  ],
  // Whom nobody named: the account of the operating system.
  [/\bos:(\S+)/g, '$1 (neste computador)', '$1 (on this computer)'],
  [/`?frota orders resolve`?/g, '“Resolver”', '“Resolve”'],
  [/ (?:e|and) --accept-mismatch/g, '', ''],
  [/--adopt\b/g, '“este pedido do serviço é o nosso”', '“this order of the service is ours”'],
  [/--none\b/g, '“nada foi feito no serviço”', '“nothing was made at the service”'],
  [/--different\b/g, '“aquele pedido tem outros débitos”', '“that order holds other debts”'],
  [/--paid\b/g, '“o cartão foi cobrado”', '“the card was charged”'],
  [/--not-paid\b/g, '“o cartão não foi cobrado”', '“the card was not charged”'],
  [
    /--update-owners\b/g,
    '“Atualizar no serviço o proprietário que mudou”',
    '“Tell the service of owners that changed”',
  ],
  [
    /`?frota orders free [^`\s]*`?/g,
    '“Liberar os débitos deste pedido”',
    '“Free the debts of this order”',
  ],
  [
    / ?(?:com |with |: )?`?frota orders withdraw(?: [^`\s]*`?)?/g,
    ' na página Propostas',
    ' on the page Proposals',
  ],
  // The page Pay has no order that is over.
  [/ [^.]*`frota orders refresh [A-Z]+`\./g, '', ''],
  [/ \(`frota orders refresh [^`]+`\)/g, '', ''],
  [/ \(`frota orders`\)/g, ' na página Propostas', ' on the page Proposals'],
  [/: frota orders refresh\b/g, ', abra de novo a página Pagar.', ', open the page Pay again.'],
  [/ (?:de|of) FROTA_FLEETS_FILE (?=serve|is usable)/g, ' ', ' '],
  [
    / (?:Ponha chaves válidas em|Put valid keys into): .*$/g,
    ' Quem opera o frota precisa pôr chaves válidas.',
    ' Who operates frota has to put valid keys in place.',
  ],
  [/(?:com |with )?\bfrota orders refresh\b/g, 'na página Pagar', 'on the page Pay'],
  [/(?:com|with) frota orders propose\b/g, 'nesta página', 'on this page'],
  [
    /(?:que |that )?frota orders propose (?:gravou|wrote)/g,
    'que se baixa nesta página',
    'that is downloaded on this page',
  ],
  // By the name of its download, since the list's own file has the other.
  [/\bproposals\.csv\b/g, 'proposals-to-decide.csv', 'proposals-to-decide.csv'],
  // The folder is the server's, and who reopens a month is at the terminal.
  [/: .*?\. (?:Para reabrir|To reopen it): frota close .*$/g, '.', '.'],
  [/\bfrota orders(?! [a-z])/g, 'a página Pagar', 'the page Pay'],
  [
    /: (?:diga quem decide com|say who decides with) --person \w+/g,
    ', cada uma com o seu nome (página Pessoas)',
    ', each by their name (page People)',
  ],
  [/`?frota vehicle edit`?/g, '“Corrigir” na página dele', '“Edit” on its page'],
  [/`?frota status`?/g, 'a página Hoje', 'the page Today'],
  [/`?frota retry`?/g, '“Perguntar de novo”', '“Ask again”'],
  [/`?frota resume`?/g, '“Continuar o que ficou aberto”', '“Go on with what is open”'],
  [/: frota reconcile [^\s]+/g, ' a página Planilha', ' the page Fleet file'],
  [
    /não está em FROTA_FLEETS_FILE: .*$|is not in FROTA_FLEETS_FILE: .*$/g,
    'não é mais das que o frota conhece: escolha outra em Frotas.',
    'is none of those that frota knows: choose another at Fleets.',
  ],
  [/dê um nome com --fleet|name it with --fleet/g, 'escolha-a em Frotas', 'choose it at Fleets'],
  [
    /(?:repita com|repeat with) --other-fleet/g,
    'envie-a de novo e use “A frota mudou mesmo”',
    'upload it again and use “The fleet did change”',
  ],
  [
    /\([^()]*FROTA_ORDER_POLICY_FILE\)/g,
    '(Ajustes, Regras dos pedidos)',
    '(Settings, Rules of orders)',
  ],
  [
    /(?:com|with) --with-open --reason \w+/g,
    'com o motivo, no formulário',
    'with the reason, in the form',
  ],
  [/: frota close [\d-]+ --preview/g, '', ''],
  [/; (?:veja|see): frota close --list/g, '', ''],
  [CHOICE, '', ''],
]

/** `theirs`: what is said in place of what only the terminal can do. */
export function pageWords(
  sentence: string,
  locale: Locale,
  theirs = sayIn(locale)(
    'O resto cabe a quem opera o frota, no terminal.',
    'The rest is for who operates frota, at the terminal.',
  ),
): string {
  const say = sayIn(locale)
  const said = ON_PAGES.reduce(
    (text, [terminal, pt, en]) => text.replace(terminal, say(pt, en)),
    sentence,
  )
  const kept = withoutCommands(said)
  return kept === said ? said : `${kept} ${theirs}`.trim()
}
