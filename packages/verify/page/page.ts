import type { Finding, Outcome } from "../src/findings.ts"
import { reportText } from "../src/report-text.ts"
import type { Report, ReportedKey, Verdict } from "../src/verify.ts"
import { type Answer, answer, type Question } from "./check.ts"

const found = <E extends HTMLElement>(id: string, kind: new () => E): E => {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`#${id} is missing`)
  return element
}

/** An element with text in it. Words from files reach the page only as text. */
const element = (tag: string, className: string, ...children: ReadonlyArray<Node | string>) => {
  const made = document.createElement(tag)
  if (className !== "") made.className = className
  made.append(...children)
  return made
}

const sections: ReadonlyArray<readonly [Outcome, string]> = [
  ["failed", "Failed"],
  ["unreadable", "Could not be checked"],
  ["proven", "Proven"],
  ["not_shown", "Not shown by these files"]
]

const signs: Readonly<Record<Verdict, string>> = { proven: "✓", unvouched: "–", failed: "✕", unreadable: "!" }

const sizeOf = (bytes: number) =>
  bytes < 1024
    ? `${bytes} bytes`
    : bytes < 1024 ** 2
      ? `${Math.round(bytes / 1024)} KiB`
      : `${(bytes / 1024 ** 2).toFixed(1)} MiB`

const findingItem = ({ what, where, why }: Finding) => {
  const item = element("li", "", element("p", "what", what), element("p", "why", why))
  if (where !== undefined) {
    const entry = where.seq === undefined ? "" : ` · entry ${where.seq}`
    item.append(element("p", "where", `${where.file}${entry}${where.id === undefined ? "" : ` · ${where.id}`}`))
  }
  return item
}

const keyCard = ({ fingerprint, given, keyId }: ReportedKey) => {
  const groups = (fingerprint.match(/.{4}/g) ?? []).map((group) => element("span", "", group))
  const digits = element("p", "fingerprint", ...groups)
  digits.setAttribute("aria-label", `SHA-256 fingerprint ${fingerprint}`)
  return element(
    "section",
    "key",
    element("h2", "", given ? "The key that you gave" : "The key that came with the files"),
    digits,
    element(
      "p",
      "origin",
      `SHA-256 fingerprint of key ${keyId}. ${
        given
          ? "Make sure that it belongs to the service."
          : "Anyone can make a key: compare this with a fingerprint that you got another way."
      }`
    )
  )
}

const summaryOf = ({ findings }: Report) => {
  const count = (outcome: Outcome) => findings.filter((finding) => finding.outcome === outcome).length
  return sections
    .map(([outcome, title]) => [title.toLowerCase(), count(outcome)] as const)
    .filter(([, many]) => many > 0)
    .map(([title, many]) => `${many} ${title}`)
    .join(" · ")
}

const save = (report: Report) => {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob([reportText(report)], { type: "text/plain" }))
  link.download = "verification-report.txt"
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

/** Checks in a worker made from this very script, so that the page stays alive; without workers, here. */
const makeAsk = (script: string) => {
  let stop = () => {}
  return (question: Question): Promise<Answer> => {
    stop()
    return new Promise((resolve) => {
      const here = () => resolve(answer(question))
      try {
        const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }))
        const worker = new Worker(address)
        stop = () => {
          worker.terminate()
          URL.revokeObjectURL(address)
        }
        worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
          stop()
          resolve(data)
        })
        worker.addEventListener("error", () => {
          stop()
          here()
        })
        worker.postMessage(question, [])
      } catch {
        here()
      }
    })
  }
}

/** Makes the page work. `script` is its own source. */
export const show = (script: string): void => {
  const ask = makeAsk(script)
  const drop = found("drop", HTMLDivElement)
  const choose = found("choose", HTMLInputElement)
  const chosen = found("chosen", HTMLUListElement)
  const key = found("key", HTMLTextAreaElement)
  const result = found("result", HTMLElement)
  const banner = found("banner", HTMLDivElement)
  const sign = found("sign", HTMLSpanElement)
  const headline = found("headline", HTMLHeadingElement)
  const summary = found("summary", HTMLParagraphElement)
  const saveButton = found("save", HTMLButtonElement)
  const keys = found("keys", HTMLDivElement)
  const findings = found("findings", HTMLDivElement)

  let files: ReadonlyArray<File> = []
  let latest: Report | undefined
  let round = 0
  let waiting: ReturnType<typeof setTimeout> | undefined

  const setBanner = (kind: string, mark: string, title: string, text: string) => {
    banner.className = `banner ${kind}`
    sign.dataset["sign"] = mark
    headline.textContent = title
    summary.textContent = text
  }

  const draw = (given: Answer) => {
    latest = "report" in given ? given.report : undefined
    saveButton.hidden = latest === undefined
    if ("refused" in given) {
      setBanner("unreadable", "!", "Nothing was proven", given.refused)
      return
    }
    const { report } = given
    setBanner(report.verdict, signs[report.verdict], report.headline, summaryOf(report))
    keys.replaceChildren(...report.keys.map(keyCard))
    findings.replaceChildren(
      ...sections.flatMap(([outcome, title]) => {
        const own = report.findings.filter((finding) => finding.outcome === outcome)
        return own.length === 0
          ? []
          : [element("h3", "", title), element("ul", `findings ${outcome}`, ...own.map(findingItem))]
      })
    )
  }

  const check = async () => {
    // Includes a key typed just before; its own delayed check is canceled.
    clearTimeout(waiting)
    round += 1
    const mine = round
    result.hidden = files.length === 0
    keys.replaceChildren()
    findings.replaceChildren()
    if (files.length === 0) return
    result.setAttribute("aria-busy", "true")
    saveButton.hidden = true
    setBanner("busy", "…", "Checking", "Large files take a moment.")
    const given = await ask({ files, key: key.value })
    if (mine !== round) return
    result.setAttribute("aria-busy", "false")
    draw(given)
  }

  const list = () => {
    chosen.replaceChildren(
      ...files.map((file) => {
        const remove = element("button", "", "Remove")
        remove.setAttribute("type", "button")
        remove.setAttribute("aria-label", `Remove ${file.name}`)
        remove.addEventListener("click", () => {
          files = files.filter((other) => other !== file)
          list()
          choose.focus()
        })
        return element("li", "", element("span", "name", file.name), element("span", "size", sizeOf(file.size)), remove)
      })
    )
    void check()
  }

  const add = (added: FileList | undefined | null) => {
    files = [...files, ...(added ?? [])]
    list()
  }

  choose.addEventListener("change", () => {
    add(choose.files)
    choose.value = ""
  })
  for (const name of ["dragenter", "dragover"]) {
    document.addEventListener(name, (event) => {
      event.preventDefault()
      drop.classList.add("over")
    })
  }
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) drop.classList.remove("over")
  })
  document.addEventListener("drop", (event) => {
    event.preventDefault()
    drop.classList.remove("over")
    add(event.dataTransfer?.files)
  })
  key.addEventListener("input", () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => void check(), 300)
  })
  saveButton.addEventListener("click", () => {
    if (latest !== undefined) save(latest)
  })
}
