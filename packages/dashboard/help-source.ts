import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { helpGroups, type HelpTopic } from "./src/help.ts"

/** The languages that help is written in; English is complete. */
type HelpLanguage = "en" | "de"

/** A page of help as it is written: its title, what it says in a sentence or two, and the rest in Markdown. */
interface HelpSource {
  readonly topic: HelpTopic
  /** In which language it is: English where there is none in the one that was asked for. */
  readonly language: HelpLanguage
  readonly title: string
  readonly summary: string
  readonly markdown: string
}

const fileOf = (topic: HelpTopic, language: HelpLanguage) =>
  fileURLToPath(
    new URL(
      topic === "changes" && language === "en" ? "../../CHANGELOG.md" : `../../docs/help/${language}/${topic}.md`,
      import.meta.url
    )
  )

const read = (topic: HelpTopic, wanted: HelpLanguage): HelpSource => {
  const language = existsSync(fileOf(topic, wanted)) ? wanted : "en"
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
