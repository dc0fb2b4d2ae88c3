/** Texts that are JSON, are not, or may be taken for it; each stands for the value of one field. */

/** Two spaces stand between two texts. */
function texts(rows: string): string[] {
  return rows.split(/ {2,}|\n/).filter(Boolean)
}

const deep = (open: string, close: string, levels: number): string =>
  `${open.repeat(levels)}${close.repeat(levels)}`

/** Not JSON by RFC 8259: numbers, words, strings, lists, objects, and what dialects allow. */
export const NOT_JSON: readonly string[] = [
  ...texts(String.raw`
    +1  01  -01  -  --1  1.  .5  -.5  1e  1e+  1E-  1.e5  0x1F  1_000  0o7  0b1  1n  1 000  1,5
    0e  0e+  1ee2  1e2.5  -2.  2.e-3  1+2  - 1  NaN  -NaN  Infinity  -Infinity  inf  0.1.2
    1e1e1  -foo  1-  .  e1  True  FALSE  nul  nulll  undefined  tru  none  None  nil  nUlL
    truefalse  'a'  "a  a"  "\x41"  "\a"  "\u12"  "\u00G0"  "\U0041"  "\"  "\ "  "a" "b"  "\u"
    "\u{41}"  "\0"  "\'"  "a" + "b"  "\u123  "\8"  "\v"  a  \"a\"  [  ]  [1  1]  [1,  [,1]  [1,]
    [1,,2]  [,]  [1 2]  [1;2]  [1:2]  (1)  [1}  ["a",  ["a"  [""  [[]  []]  [...a]  [a]  [-]
    [*]  {  }  {]  {a:1}  {'a':1}  {1:1}  {"a"}  {"a":}  {:1}  {"a" 1}  {"a":1  {,}  {"a":1,}
    {"a":1,,"b":2}  {"a"::1}  {"a":1 "b":2}  {"a"=1}  {"a":1]  {[]:1}  {{}}  {null:1}  {"a":1;}
    {"a":"b" c}  {"a":1}}  {a}  {true:1}  {"a":1,"b"}  {"a":'b'}  1 // a  1 /* a */  /* a */1
    <!-- a -->  1;  $a  @a  !!str a  - a  {}#  1 1  {} {}  [] []  function(){}  new Date(0)  /a/
    %7B%7D  &quot;a&quot;`),
  '１',
  '`a`',
  '“a”',
  '"a\nb"',
  '"a\tb"',
  '"a\rb"',
  '"\0"',
  '"\u001f"',
  '"\\\n"',
  '"\u0008"',
  '"\u000c"',
  '[1,\n',
  '[\u000b1]',
  '# a\n1',
  '\u00a01',
  '\u20031',
  '1\u2028',
  '\ufeff1',
  '\u200b1',
  '\u000c1',
  '\u000b1',
  '1\0',
  '\0',
  '1\u0085',
  '',
  ' ',
]

/** JSON, and neither wanted nor meant in any field; what a parser makes of some is left open. */
export const ODD_JSON: readonly string[] = [
  ...texts(String.raw`
    0  -0  1  1.0  1e0  1E+2  -1e-2  0e+1  0.1  1e400  -1e400  1e-400  123e45  9007199254740993
    -9223372036854775809  18446744073709551616  0e99999  true  false  null  ""  " "  "\u0000"
    "\ud800"  "\udc00"  "\udc00\ud800"  "\ud83d\ude00"  "\uD83Dx"  "\uFFFE"  "\uffff"  "\u2028"
    "\/"  "/"  "\b\f\n\r\t"  "\\"  "\""  "\u0022"  []  [ ]  [null]  [[]]  [{}]  {}  { }  {"":0}
    {"\u0000":1}  {"a":{"b":{}}}  [""]  [1,"a",null,true]  {"length":1}  {"toString":1}
    {"valueOf":null}  {"toJSON":1}  {"then":1}  {"hasOwnProperty":1}  {"constructor":1}
    {"prototype":{}}  [[[[[[[[[[]]]]]]]]]]  "__proto__"`),
  '"\u2028"',
  '"\u007f"',
  '"\ufeff"',
  '"😀"',
  '"\u0300"',
  `1${'0'.repeat(400)}`,
  `"${'a'.repeat(10_000)}"`,
  `[${'1,'.repeat(5_000)}1]`,
  deep('[', ']', 18),
  deep('{"a":[', ']}', 9).replaceAll('[]', '[1]'),
]

/** JSON that is refused for what it would do, or for two programs reading it differently. */
export const REFUSED_JSON: readonly string[] = [
  ...texts(String.raw`
    {"__proto__":{}}  {"__proto__":null}  {"\u005f_proto__":1}  {"a":{"__proto__":{"b":1}}}
    {"constructor":{"prototype":{}}}  {"a":{"constructor":{"prototype":{"b":1}}}}
    [{"__proto__":1}]  {"a":1,"a":1}  {"a":1,"a":2}  {"a":1,"\u0061":2}  {"":1,"":1}
    [{"a":1,"b":2,"a":3}]  {"b":{"a":null,"a":null}}  {"a":{},"a":[]}  {"\\":1,"\u005c":1}
    {"\"":1,"\u0022":2}  {"\/":1,"/":2}  {"a":[{"c":1,"c":2}]}`),
  '{"\u00e9":1,"\\u00e9":2}',
  '{"\\ud83d\\ude00":1,"😀":2}',
  deep('[', ']', 21),
  deep('[', ']', 30_000),
  '['.repeat(60_000),
  deep('{"a":[', ']}', 11),
  '{"a":'.repeat(9_000),
]
