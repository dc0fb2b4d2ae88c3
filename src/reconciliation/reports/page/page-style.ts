/** The page's only style sheet: for a phone, a desk and paper; no fonts and no pictures to load. */

export const pageStyle = `
:root{--ink:#17212b;--soft:#5b6773;--line:#dfe4e8;--paper:#fff;--band:#f4f6f5;--good:#1f6f5c;
--good-bg:#e7f3ef;--bad:#b42318;--bad-bg:#fdecea;--warn:#b54708;--warn-bg:#fff4e5;--note:#475467}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--band);color:var(--ink);
font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
main,header,footer{max-width:1120px;margin:0 auto;padding:0 20px}
h1{font-size:24px;line-height:1.2;margin:2px 0 0;letter-spacing:-.01em}
h2{font-size:18px;margin:0 0 12px;letter-spacing:-.005em}
h3{font-size:15px;margin:0}
p{margin:0}
.progress .bar{display:block;width:100%;height:9px;border-radius:5px;margin:10px 0 8px}
.keys{display:flex;flex-wrap:wrap;gap:2px 14px;color:var(--soft)}
.key{white-space:nowrap}
.key svg{margin-right:5px}
code,.plate{font-family:ui-monospace,"SF Mono",Consolas,"DejaVu Sans Mono",monospace}
.soft{color:var(--soft)}
.small{font-size:13px}
.simulated{background:var(--bad);color:#fff;padding:10px 20px;text-align:center}
.simulated strong{letter-spacing:.22em;margin-right:10px}
.is-simulated::after{content:"SIMULADO";position:fixed;inset:0;display:flex;align-items:center;
justify-content:center;font-size:min(19vw,210px);font-weight:800;letter-spacing:.06em;
color:var(--bad);
opacity:.055;transform:rotate(-24deg);pointer-events:none}
header{padding-top:26px;padding-bottom:18px}
.hero{display:grid;grid-template-columns:1.2fr 1fr;gap:16px;margin-bottom:16px}
.card,section{background:var(--paper);border:1px solid var(--line);border-radius:12px}
.card{padding:18px 20px}
section{padding:20px;margin:0 0 16px}
.big{font-size:40px;line-height:1.15;font-weight:700;letter-spacing:-.02em;
font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.label{font-size:13px;color:var(--soft)}
.ways{display:flex;flex-wrap:wrap;gap:4px 28px;margin-top:18px;padding-top:14px;
border-top:1px solid var(--line)}
.ways b{display:block;font-variant-numeric:tabular-nums;font-size:17px}
.ways p{flex-basis:100%}
.status{display:flex;flex-direction:column;gap:10px}
.status>*{padding:10px 12px;border-radius:8px;background:var(--band)}
.status .good{background:var(--good-bg);color:#124c3f}
.status .bad{background:var(--bad-bg);color:var(--bad)}
.status .warn{background:var(--warn-bg);color:#7a2e0e}
.alarm{border:2px solid var(--bad);background:var(--bad-bg)}
.alarm h2{color:var(--bad);font-size:24px}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(190px,1fr));gap:12px;
margin-bottom:16px}
.cards .card{padding:14px 16px;display:flex;flex-direction:column}
.cards .label{flex:1}
.cards b{display:block;font-size:20px;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.cards .bad b{color:var(--bad)}
.two{display:grid;grid-template-columns:1fr 1fr;gap:16px;align-items:start}
.two section{min-width:0}
.chart{display:block;width:100%;max-width:520px;height:auto;margin:0 0 10px}
.issue{border-left:4px solid var(--note);padding:2px 0 2px 14px;margin:0 0 18px;break-inside:avoid}
.issue:last-child{margin-bottom:0}
.issue.error{border-color:var(--bad)}
.issue.warning{border-color:#d97706}
.issue header{display:flex;gap:10px;align-items:baseline;padding:0;margin:0 0 6px;max-width:none}
.tag{font-size:12px;font-weight:600;border-radius:99px;padding:1px 9px;background:#eef1f4;
color:var(--note);
white-space:nowrap}
.error .tag,.tag.bad{background:var(--bad-bg);color:var(--bad)}
.warning .tag,.tag.warn{background:var(--warn-bg);color:var(--warn)}
.tag.good{background:var(--good-bg);color:var(--good)}
.issue ul{list-style:none;margin:0;padding:0}
.issue li{display:grid;grid-template-columns:150px 1fr auto;gap:2px 16px;padding:8px 0;
border-top:1px solid var(--line)}
.issue li>*{min-width:0;overflow-wrap:anywhere}
.issue li .right{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.table{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th{font-weight:600;color:var(--soft);font-size:13px;text-align:left;white-space:nowrap}
th,td{padding:7px 0;border-bottom:1px solid var(--line);vertical-align:top}
tr:last-child td{border-bottom:0}
.n{text-align:right;white-space:nowrap;padding-right:0;padding-left:14px}
.n+:not(.n),td:not(.n)+td:not(.n),th:not(.n)+th:not(.n){padding-left:18px}
th:first-child:empty{min-width:40%}
tfoot td{font-weight:700;border-top:2px solid var(--line)}
.codes{display:grid;grid-template-columns:repeat(auto-fill,minmax(240px,1fr));gap:14px}
.codes figure{margin:0;border:1px solid var(--line);border-radius:10px;padding:14px;
break-inside:avoid}
.codes img{display:block;width:100%;max-width:230px;margin:0 auto 8px}
.codes .copy{font-size:11px;line-height:1.35;overflow-wrap:anywhere;background:var(--band);
border-radius:6px;padding:8px;margin-top:8px;user-select:all;-webkit-user-select:all}
.codes .never{color:var(--bad);font-weight:700;font-size:13px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 18px;margin:0}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
details summary{cursor:pointer;color:var(--soft)}
footer{padding:4px 20px 40px}
@media screen and (max-width:720px){
main,header,footer{padding-left:14px;padding-right:14px}
.hero,.two{grid-template-columns:1fr}
.two{gap:0}
.big{font-size:32px}
section,.card{padding:16px}
.cards{grid-template-columns:1fr 1fr}
.cards b{font-size:17px}
.issue li{grid-template-columns:1fr auto}
.issue li .what{grid-column:1/-1;grid-row:2}
table{font-size:14px}
.share{display:none}
dl{grid-template-columns:1fr;gap:0}
dd{margin-bottom:8px}
}
@media print{
@page{size:A4;margin:14mm}
body{background:#fff;font-size:11px}
main,header,footer{max-width:none;padding-left:0;padding-right:0}
section,.card{border-color:#bbb;border-radius:0;padding:10px 12px}
section{break-inside:auto}
h2{break-after:avoid}
tr{break-inside:avoid}
.simulated,.status p,.tag,.issue{-webkit-print-color-adjust:exact;print-color-adjust:exact}
details>*{display:block}
}
`
