/** `npm run -s promises`: every rule the service keeps, with the tests that hold it, as Markdown. */
import { promises } from "../test/support/promises.ts"

const topics = Map.groupBy(promises(), ({ id }) => id.replace(/-\d+$/, ""))
const lines = [...topics].flatMap(([topic, all]) => [
  `\n## ${topic}\n`,
  ...all.flatMap(({ cases, id, sentences }) => [
    `- **${id}** ${sentences.join(" ")}`,
    ...cases.map(({ file, title }) => `  - \`${file}\`: ${title}`)
  ])
])
process.stdout.write(`# Promises\n${lines.join("\n")}\n`)
