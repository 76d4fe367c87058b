import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { helpGroups, type HelpTopic } from "./src/help.ts"

/** The languages that help is written in. */
type HelpLanguage = "en" | "de"

/** A page of help as it is written: its title, what it says in a sentence or two, and the rest in Markdown. */
interface HelpSource {
  readonly topic: HelpTopic
  /** In which language it is: what changed is told in English alone, as it is told to those who run the service too. */
  readonly language: HelpLanguage
  readonly title: string
  readonly summary: string
  readonly markdown: string
}

const fileOf = (topic: HelpTopic, language: HelpLanguage) =>
  fileURLToPath(
    // By the package and not by this file, which the service takes into its own.
    new URL(
      topic === "changes" ? "../../CHANGELOG.md" : `../../docs/help/${language}/${topic}.md`,
      import.meta.resolve("@svc/dashboard/package.json")
    )
  )

const read = (topic: HelpTopic, wanted: HelpLanguage): HelpSource => {
  const language = topic === "changes" ? "en" : wanted
  const [, title, summary, markdown] =
    /^# (.+)\n\n([^]+?)\n\n([^]*)$/.exec(readFileSync(fileOf(topic, language), "utf8").replaceAll("\r\n", "\n")) ?? []
  if (title === undefined || summary === undefined || markdown === undefined) {
    throw new Error(`The help of ${topic} begins with no title and no summary`)
  }
  return { topic, language, title, summary: summary.replaceAll("\n", " "), markdown }
}

/** Every page of help in this language, in their order. */
export const helpSources = (language: HelpLanguage): ReadonlyArray<HelpSource> =>
  helpGroups.flatMap(({ topics }) => topics.map((topic) => read(topic, language)))
