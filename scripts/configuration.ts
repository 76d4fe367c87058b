import { variables, vendorVariable } from "#platform/config/variables"
import { fileVariable } from "#platform/variables/variable"
import { vendors, type VendorName } from "#platform/config/vendor-urls"

interface Row {
  readonly name: string
  readonly takes: string
  readonly secret?: boolean
  readonly meaning: string
  readonly default?: string
  readonly example: string
}

const vendorNames = Object.keys(vendors).filter((name): name is VendorName => name in vendors)

const rows: ReadonlyArray<Row> = [...Object.values(variables), ...vendorNames.map(vendorVariable)]

const cell = (text: string) => text.replaceAll("|", "\\|")

const asCode = (text: string) => (text.includes("`") ? text : `\`${text}\``)

/** Every variable of the environment, as README shows it. */
export const configurationTable = (): string =>
  [
    ["Variable", "Takes", "Meaning", "Default", "Example"],
    ["---", "---", "---", "---", "---"],
    ...rows.map(({ default: unset = "", example, meaning, name, secret, takes }) => [
      `\`${name}\``,
      cell(secret === true ? `${takes}; or \`${fileVariable(name)}\`` : takes),
      cell(meaning),
      cell(unset),
      cell(asCode(example))
    ])
  ]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")

if (process.argv[1] === import.meta.filename) process.stdout.write(`${configurationTable()}\n`)
