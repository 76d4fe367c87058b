import { frameSheet } from "#platform/http/page-frame"
import { pageStyle } from "#platform/http/page-style"

const style = `
:root{--page:66rem}
body{font-size:.9375rem;line-height:1.5rem}
.frame{display:grid;grid-template-columns:13rem minmax(0,42rem);gap:var(--space-8) var(--space-12);align-items:start;padding-block:var(--space-4) var(--space-12)}
.contents h2{margin:var(--space-4) 0 var(--space-1);color:var(--text-3);font:var(--type-small);font-weight:550}
.contents h2:first-child{margin-top:0}
.contents ul{margin:0;padding:0;list-style:none}
.contents a{display:block;padding:.25rem var(--space-2);margin-inline:calc(var(--space-2)*-1);border-radius:var(--radius-1);color:var(--text-2);font:var(--type-body);text-decoration:none}
.contents a:hover{background:var(--hover)}
.contents a[aria-current]{background:var(--pressed);color:var(--text);font-weight:550}
main{display:block}
main>*{max-width:42rem}
.lead{margin-top:var(--space-2);color:var(--text-2);font-size:1rem}
main>p,main>ul,main>ol,main>.table{margin:var(--space-3) 0 0}
main h2{margin-top:var(--space-8);font-size:1.0625rem;line-height:1.5rem;scroll-margin-top:var(--space-4)}
main h3{margin:var(--space-5) 0 0;font:var(--type-section)}
main ul,main ol{padding-inline-start:1.25rem}
main li{margin-top:var(--space-1)}
main li::marker{color:var(--text-3)}
.table{overflow-x:auto}
table{width:100%;border-collapse:collapse;font:var(--type-body)}
th,td{padding:var(--space-2) var(--space-4) var(--space-2) 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
th{color:var(--text-3);font:var(--type-small);font-weight:500}
code{padding:.0625rem .25rem;border-radius:var(--radius-1);background:var(--sunken);font-size:.8125rem}
pre code{padding:0;background:none}
.cards{display:grid;gap:var(--space-2);margin:var(--space-2) 0 0;padding:0;list-style:none}
.cards li{margin:0}
.cards a{display:block;padding:var(--space-3) var(--space-4);border:1px solid var(--line);border-radius:var(--radius-3);background:var(--surface);color:inherit;text-decoration:none}
.cards a:hover{background:var(--hover)}
.cards strong{display:block;font-weight:550}
.cards span{color:var(--text-2);font:var(--type-body)}
@media(max-width:48rem){
.frame{grid-template-columns:minmax(0,1fr)}
main{grid-row:1}
.contents a{padding-block:.625rem}
}
@media print{.contents,.languages{display:none}.frame{display:block}}`

/** Pages of help: no script, no images, nothing from elsewhere. */
export const helpStyle = pageStyle(frameSheet(style), { images: "data:" })
