import { pageStyle } from "#platform/http/page-style"

// The colours and measures of the dashboard (docs/decisions/proof.md), with fonts of the reader's own system.
const style = `
:root{color-scheme:light dark;
--ground:light-dark(oklch(.977 .003 264),oklch(.165 .006 264));--surface:light-dark(#fff,oklch(.196 .007 264));
--sunken:light-dark(oklch(.965 .004 264),oklch(.146 .005 264));--line:light-dark(oklch(.915 .005 264),oklch(.275 .01 264));
--text:light-dark(oklch(.22 .014 264),oklch(.955 .004 264));--text-2:light-dark(oklch(.425 .015 264),oklch(.775 .01 264));
--text-3:light-dark(oklch(.515 .015 264),oklch(.68 .012 264));--accent:light-dark(oklch(.5 .17 266),oklch(.77 .11 266));
--first:light-dark(oklch(.5 .17 266),oklch(.77 .11 266));--second:light-dark(oklch(.66 .15 62),oklch(.76 .14 75));
--ink:light-dark(oklch(.235 .014 264),oklch(.955 .004 264));--on-ink:light-dark(#fff,oklch(.19 .01 264));
--good:light-dark(oklch(.445 .1 157),oklch(.8 .13 157));--good-ground:light-dark(oklch(.955 .032 157),oklch(.268 .045 157));
--watch:light-dark(oklch(.465 .095 68),oklch(.83 .125 82));--watch-ground:light-dark(oklch(.965 .033 88),oklch(.285 .05 72));
--bad:light-dark(oklch(.495 .175 26),oklch(.785 .125 22));--bad-ground:light-dark(oklch(.96 .02 22),oklch(.277 .062 22));
--calm-ground:light-dark(oklch(.945 .006 264),oklch(.275 .011 264));
--mono:ui-monospace,"SF Mono",Menlo,Consolas,monospace}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:14px/20px system-ui,-apple-system,"Segoe UI",sans-serif}
body>*{max-width:70rem;margin-inline:auto;padding-inline:2rem}
header{padding-block:2rem 1rem}
main{display:grid;gap:1rem}
footer{padding-block:1.5rem 3rem;color:var(--text-3);font-size:12px;line-height:16px}
h1{margin:.25rem 0 .5rem;font-size:26px;line-height:32px;font-weight:600;letter-spacing:-.01em;overflow-wrap:anywhere;text-wrap:balance}
h2{margin:0 0 .5rem;font-size:15px;line-height:22px;font-weight:600}
h3{margin:1rem 0 .5rem;font-size:13px;line-height:20px;font-weight:600;color:var(--text-2)}
p{margin:.5rem 0;max-width:46rem}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-100rem}.skip:focus{left:1rem;top:1rem;background:var(--surface);padding:.5rem 1rem}
.kind{margin:0;color:var(--text-3);font-size:12px;line-height:16px;font-weight:550;letter-spacing:.02em}
.said{margin:0;color:var(--text-2)}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:1rem 0 0;padding:0;list-style:none;font-size:13px}
section{min-width:0;padding:1.25rem 1.5rem 1.5rem;border:1px solid var(--line);border-radius:10px;background:var(--surface)}
.two{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem 2rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(7rem,1fr));gap:.75rem;margin:0 0 1rem}
.tiles div{padding:.75rem 1rem;border:1px solid var(--line);border-radius:7px;background:var(--sunken)}
.tiles dt{color:var(--text-2);font-size:12px;line-height:16px}
.tiles dd{margin:.125rem 0 0;font-size:26px;line-height:32px;font-weight:550;font-variant-numeric:tabular-nums}
.tiles .good dd{color:var(--good)}.tiles .bad dd{color:var(--bad)}.tiles .watch dd{color:var(--watch)}
.rate{margin:.25rem 0;font-size:26px;line-height:32px;font-weight:550;font-variant-numeric:tabular-nums}
.rate small{font-size:13px;font-weight:400;color:var(--text-2)}
.note{margin:.75rem 0 0;padding:.625rem 1rem;border-radius:7px;max-width:none}
.note.good{background:var(--good-ground);color:var(--good)}.note.bad{background:var(--bad-ground);color:var(--bad);font-weight:550}
.note.watch{background:var(--watch-ground);color:var(--watch)}
.table{overflow-x:auto;margin:.5rem 0 0}
table{width:100%;border-collapse:collapse;font-size:13px;line-height:18px}
caption{padding:0 0 .25rem;text-align:start;color:var(--text-3);font-size:12px}
th,td{padding:.3125rem .75rem .3125rem 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:baseline}
th:last-child,td:last-child{padding-inline-end:0}
thead th{color:var(--text-3);font-size:12px;line-height:16px;font-weight:500;vertical-align:bottom}
tbody th{font-weight:500}
tbody tr:last-child>*{border-bottom:0}
.end{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
.tight{white-space:nowrap}
.wide{min-width:11rem;overflow-wrap:anywhere}
.quiet{color:var(--text-2);font-weight:400}
.badge{display:inline-block;padding:0 .5rem;border-radius:4px;background:var(--calm-ground);font-size:12px;line-height:18px;white-space:nowrap}
.badge.bad{background:var(--bad-ground);color:var(--bad)}.badge.watch{background:var(--watch-ground);color:var(--watch)}
figure{margin:1rem 0 0}
figure svg{display:block;width:100%;height:auto}
figure .small{display:none}
dl.facts{display:grid;grid-template-columns:minmax(9rem,14rem) minmax(0,1fr);gap:.375rem 1rem;margin:.5rem 0 0}
.facts dt{color:var(--text-3)}.facts dd{margin:0;overflow-wrap:anywhere}
code,pre{font:12px/18px var(--mono)}
code{overflow-wrap:anywhere}
pre{margin:.5rem 0;padding:.75rem 1rem;border-radius:7px;background:var(--sunken);overflow-x:auto}
ol{margin:.5rem 0;padding-inline-start:1.25rem;max-width:46rem}li{margin:.375rem 0}
.button{display:inline-block;margin:.25rem 0;padding:.5rem 1rem;border-radius:7px;background:var(--ink);color:var(--on-ink);font-weight:550;text-decoration:none}
@media(max-width:48rem){
body>*{padding-inline:1rem}
section{padding:1rem}
h1{font-size:20px;line-height:28px}
.wide{min-width:8rem}.wide:last-child{min-width:16rem}
.two{grid-template-columns:minmax(0,1fr)}
.tiles{grid-template-columns:repeat(2,minmax(0,1fr))}
figure .large{display:none}figure .small{display:block}
dl.facts{grid-template-columns:minmax(0,1fr);gap:0}.facts dd{margin-bottom:.5rem}
.button{padding-block:.75rem}
}
@media print{
@page{margin:14mm}
:root{color-scheme:light}
body{background:none;font-size:9.5pt;line-height:1.35}
body>*{max-width:none;padding-inline:0}
header{padding-block:0 .5rem}
main{display:block}
nav,.skip,.button{display:none}
section{border:0;border-top:1px solid var(--line);border-radius:0;padding:.75rem 0}
.table,pre{overflow:visible}pre{white-space:pre-wrap}
table{font-size:8.5pt}
h2,h3,thead{break-after:avoid}tr,figure,.tiles,.note{break-inside:avoid}
.two{grid-template-columns:repeat(2,minmax(0,1fr))}
figure .large{display:block}figure .small{display:none}
a{color:inherit;text-decoration:none}
}`

const page = pageStyle(style, "data:")

export const pageElement = page.element
export const pageHeaders = page.headers

/** Tones of charts as this page has them, by day and by night. */
export const pageInk = {
  tones: {
    first: "var(--first)",
    second: "var(--second)",
    good: "var(--good)",
    watch: "var(--watch)",
    bad: "var(--bad)",
    calm: "var(--text-3)"
  },
  rule: "var(--line)",
  axis: "var(--text-3)",
  value: "var(--text)",
  font: "system-ui, sans-serif"
} as const
