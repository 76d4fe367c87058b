import { readFileSync } from "node:fs"
import { posix } from "node:path"
import { fileURLToPath } from "node:url"
import { helpGroups, type HelpTopic } from "./src/platform/help.ts"

/** The languages that help is written in. */
type HelpLanguage = "en" | "de"

/** A page of help as it is written: its title, what it says in a sentence or two, and the rest in Markdown. */
interface HelpSource {
  readonly topic: HelpTopic
  readonly file: string
  /** In which language it is: what changed is told in English alone, as it is told to those who run the service too. */
  readonly language: HelpLanguage
  readonly title: string
  readonly summary: string
  readonly markdown: string
}

/** Beside which screens of `src` each topic is written, as `help.en.md` and `help.de.md`. */
const folders: Readonly<Record<Exclude<HelpTopic, "changes">, string>> = {
  start: "home",
  offboardings: "offboarding/cases",
  initiations: "offboarding/initiations",
  people: "work/employees",
  assets: "work/assets",
  documents: "work/documents",
  portal: "offboarding/portal",
  access: "access-removal/revocations",
  "left-behind": "access-removal/left-behind",
  "before-and-after": "access-removal/entitlements",
  integrations: "connections/integrations",
  webhooks: "outgoing/webhooks",
  "api-keys": "organisation/api-keys",
  "audit-log": "audit/log",
  "leaver-test": "evidence/leaver-test",
  evidence: "evidence/evidence-readiness",
  reports: "reports/reports",
  settings: "organisation/organisation-settings",
  account: "organisation/own-account",
  privacy: "organisation/accounts"
}

const fileOf = (topic: HelpTopic, language: HelpLanguage) =>
  fileURLToPath(
    // By the package and not by this file, which the service takes into its own.
    new URL(
      topic === "changes" ? "../../CHANGELOG.md" : `src/${folders[topic]}/help.${language}.md`,
      import.meta.resolve("@svc/dashboard/package.json")
    )
  )

/** Links from page to page, which lead from folder to folder on a disk, by the topics of the pages. */
const byTopic = (markdown: string, folder: string) =>
  markdown.replaceAll(/(?<=\]\()([./a-z-]*)help\.(?:en|de)\.md/g, (file, to: string) => {
    const [topic] = Object.entries(folders).find(([, one]) => one === posix.join(folder, to, ".")) ?? []
    if (topic === undefined) throw new Error(`The help in ${folder} leads to ${file}, which is no page of help`)
    return `${topic}.md`
  })

const read = (topic: HelpTopic, wanted: HelpLanguage): HelpSource => {
  const language = topic === "changes" ? "en" : wanted
  const file = fileOf(topic, language)
  const [, title, summary, markdown] =
    /^# (.+)\n\n([^]+?)\n\n([^]*)$/.exec(readFileSync(file, "utf8").replaceAll("\r\n", "\n")) ?? []
  if (title === undefined || summary === undefined || markdown === undefined) {
    throw new Error(`The help of ${topic} begins with no title and no summary`)
  }
  return {
    topic,
    file,
    language,
    title,
    summary: summary.replaceAll("\n", " "),
    markdown: topic === "changes" ? markdown : byTopic(markdown, folders[topic])
  }
}

/** Every page of help in this language, in their order. */
export const helpSources = (language: HelpLanguage): ReadonlyArray<HelpSource> =>
  helpGroups.flatMap(({ topics }) => topics.map((topic) => read(topic, language)))
