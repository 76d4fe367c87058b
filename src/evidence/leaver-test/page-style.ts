import { frameSheet } from "#platform/http/page-frame"
import { pageStyle } from "#platform/http/page-style"

// What the page has beyond the frame: tables, tiles, charts, and paper.
const style = `
:root{--page:70rem;--first:light-dark(oklch(.5 .17 266),oklch(.77 .11 266));--second:light-dark(oklch(.66 .15 62),oklch(.76 .14 75))}
header{padding-block:var(--space-2) var(--space-4)}
main{gap:var(--space-4);padding-bottom:0}
footer{padding-block:var(--space-6) var(--space-12)}
h1{margin:.25rem 0 .5rem}
h2{margin:0 0 .5rem}
h3{margin:1rem 0 .5rem;font-size:13px;line-height:20px;font-weight:600;color:var(--text-2)}
p{margin:.5rem 0;max-width:46rem}
header p.kind,p.said{margin:0}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:1rem 0 0;padding:0;list-style:none;font-size:13px}
.two{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem 2rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(7rem,1fr));gap:.75rem;margin:0 0 1rem}
.tiles div{padding:.75rem 1rem;border:1px solid var(--line);border-radius:7px;background:var(--sunken)}
.tiles dt{color:var(--text-2);font-size:12px;line-height:16px}
.tiles dd{margin:.125rem 0 0;font-size:26px;line-height:32px;font-weight:550;font-variant-numeric:tabular-nums}
.tiles .good dd{color:var(--good)}.tiles .bad dd{color:var(--bad)}.tiles .watch dd{color:var(--watch)}
.rate{margin:.25rem 0;font-size:26px;line-height:32px;font-weight:550;font-variant-numeric:tabular-nums}
.rate small{font-size:13px;font-weight:400;color:var(--text-2)}
.note{margin:.75rem 0 0;max-width:none}.note.bad{font-weight:550}
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
figure{margin:1rem 0 0}
figure svg{display:block;width:100%;height:auto}
figure .small{display:none}
dl.facts{display:grid;grid-template-columns:minmax(9rem,14rem) minmax(0,1fr);gap:.375rem 1rem;margin:.5rem 0 0}
.facts dt{color:var(--text-3)}.facts dd{margin:0;overflow-wrap:anywhere}
ol{margin:.5rem 0;padding-inline-start:1.25rem;max-width:46rem}li{margin:.375rem 0}
@media(max-width:48rem){
.wide{min-width:8rem}.wide:last-child{min-width:16rem}
.two{grid-template-columns:minmax(0,1fr)}
.tiles{grid-template-columns:repeat(2,minmax(0,1fr))}
figure .large{display:none}figure .small{display:block}
dl.facts{grid-template-columns:minmax(0,1fr);gap:0}.facts dd{margin-bottom:.5rem}
}
@media print{
@page{margin:14mm}
:root{color-scheme:light}
body{background:none;font-size:9.5pt;line-height:1.35}
body>*{max-width:none;padding-inline:0}
header{padding-block:0 .5rem}
main{display:block}
.bar,nav,.skip,.button{display:none}
section{border:0;border-top:1px solid var(--line);border-radius:0;padding:.75rem 0}
.table,pre{overflow:visible}pre{white-space:pre-wrap}
table{font-size:8.5pt}
h2,h3,thead{break-after:avoid}tr,figure,.tiles,.note{break-inside:avoid}
.two{grid-template-columns:repeat(2,minmax(0,1fr))}
figure .large{display:block}figure .small{display:none}
a{color:inherit;text-decoration:none}
}`

export const auditorPage = pageStyle(frameSheet(style), { images: "data:" })

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
