import { frameSheet } from "#platform/http/page-frame"
import { pageStyle } from "#platform/http/page-style"

const style = `
:root{--page:44rem}
body{font-size:1rem;line-height:1.5rem}
main{padding-top:var(--space-4)}
main>header{display:grid;gap:var(--space-2)}
.left{font-weight:550}
.left a{color:var(--accent);text-underline-offset:.2em}
section>.said{margin-top:var(--space-1);font-size:.875rem;line-height:1.25rem}
.list{display:grid;margin:var(--space-3) 0 0;padding:0;list-style:none}
.list>li{display:flex;gap:var(--space-3);padding-block:var(--space-3);border-top:1px solid var(--line)}
.list>li:last-child{padding-bottom:0}
.list>li:target{scroll-margin:var(--space-8)}
.list .what{flex:1;min-width:0;overflow-wrap:anywhere}
.what>strong{font-weight:500}
.what>small{display:block;color:var(--text-2);font-size:.875rem;line-height:1.25rem}
.what>.late{color:var(--bad);font-weight:500}
.list form{margin:0}
.end{flex:none;display:flex;flex-wrap:wrap;align-items:start;justify-content:flex-end;gap:var(--space-2)}
.tick{display:grid;place-items:center;width:2.75rem;height:2.75rem;margin:-.625rem;padding:0;border:0;border-radius:var(--radius-2);background:none;cursor:pointer}
.box{display:grid;place-items:center;width:1.25rem;height:1.25rem;border:1px solid var(--line-field);border-radius:var(--radius-1);background:var(--surface)}
.tick:hover .box{border-color:var(--text-2)}
.box.done{border-color:var(--good-fill);background:var(--good-fill)}
.box.done::before{content:"";width:.625rem;height:.3125rem;margin-top:-.1875rem;border:solid var(--surface);border-width:0 0 2px 2px;rotate:-45deg}
.fixed{display:grid;place-items:center;width:1.5rem;height:1.5rem;opacity:.6}
.is-done strong{color:var(--text-2);text-decoration:line-through;text-decoration-color:var(--line-field)}
.tracking{display:flex;flex-wrap:wrap;align-items:end;gap:var(--space-2);padding-top:var(--space-2)}
.tracking label{flex:1 1 14rem;font-size:.875rem;line-height:1.25rem;color:var(--text-2)}
.tracking input{display:block;width:100%;min-height:2.75rem;margin-top:var(--space-1);padding:0 var(--space-3);border:1px solid var(--line-field);border-radius:var(--radius-2);background:var(--surface);color:var(--text);font:inherit}
.button{min-height:2.75rem}
.note.calm{background:var(--sunken);white-space:pre-line;overflow-wrap:anywhere}
.what .note{margin-top:var(--space-2)}
section>p+p,section>p+.button,section>h2+p{margin-top:var(--space-2)}
main[aria-busy=true]{opacity:.7}
@media(max-width:30rem){
.sides{flex-wrap:wrap}.sides .end{flex:1 1 100%;justify-content:flex-start}
}
@media print{.languages,form,.button{display:none}section{border:0;border-top:1px solid var(--line);border-radius:0}}`

/**
 * Progressive enhancement: sends forms with fetch and replaces the content with that of the returned page. Text typed in
 * other fields and the focus are kept. Times are shown in the reader's zone and region.
 */
const script = `
const main = () => document.querySelector("main")
const told = document.getElementById("told")
const offline = document.getElementById("offline")
const { lang } = document.documentElement
const locale = navigator.languages.find((one) => one.startsWith(lang + "-")) ?? lang
const inOwnTime = () => {
  for (const time of document.querySelectorAll("time[data-moment]")) {
    time.textContent = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short" }).format(new Date(time.dateTime))
  }
}
const fieldsOf = (root) => [...root.querySelectorAll("input[id]")]
let sending = false
addEventListener("submit", async (event) => {
  event.preventDefault()
  if (sending) return
  sending = true
  const form = event.target
  const focus = (event.submitter ?? document.activeElement)?.id
  offline.hidden = true
  main().setAttribute("aria-busy", "true")
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { accept: "text/html" } })
    const page = new DOMParser().parseFromString(await answer.text(), "text/html")
    const next = page.querySelector("main")
    if (next === null) throw new Error("no page")
    const typed = fieldsOf(main()).filter((field) => field.form !== form && field.value !== field.defaultValue)
    main().replaceChildren(...next.childNodes)
    document.title = page.title
    for (const { id, value } of typed) {
      const field = document.getElementById(id)
      if (field !== null) field.value = value
    }
    inOwnTime()
    document.getElementById(focus)?.focus({ preventScroll: true })
    told.textContent = (main().querySelector("[role=alert]") ?? main().querySelector(".left"))?.textContent ?? ""
  } catch {
    offline.hidden = false
  }
  main().removeAttribute("aria-busy")
  sending = false
})
inOwnTime()
`

/** Style and script of the employee portal. */
export const portalStyle = pageStyle(frameSheet(style), { images: "data:", script, forms: true })
