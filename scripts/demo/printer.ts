const colours = process.stdout.isTTY && process.env["NO_COLOR"] === undefined

const style = (code: number) => (text: string) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text)
const bold = style(1)
const faint = style(2)
const green = style(32)

let steps = 0

const write = (line: string) => process.stdout.write(`${line}\n`)

/** A line about the demo itself. */
export const say = (text: string) => write(text)

/** What was done, and one line or more of what came back. */
export const step = (done: string, ...cameBack: ReadonlyArray<string>) => {
  steps += 1
  write(`${green(String(steps).padStart(2))}  ${bold(done)}`)
  for (const line of cameBack) write(`    ${line}`)
}

export const heading = (text: string) => write(`\n${bold(text)}`)

/** Names and values in two columns. */
export const table = (rows: ReadonlyArray<readonly [string, string]>) => {
  const width = Math.max(...rows.map(([name]) => name.length))
  for (const [name, value] of rows) write(`  ${faint(name.padEnd(width))}  ${value}`)
}

export const complain = (text: string) => process.stderr.write(`${text}\n`)
