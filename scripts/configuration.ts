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

const cell = (text: string) => text.replaceAll("|", "\\|")

const asCode = (text: string) => (text.includes("`") ? text : `\`${text}\``)

const table = (lines: ReadonlyArray<ReadonlyArray<string>>) =>
  lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")

const tableOf = (rows: ReadonlyArray<Row>) =>
  table([
    ["Variable", "Takes", "Meaning", "Default", "Example"],
    ["---", "---", "---", "---", "---"],
    ...rows.map(({ default: unset = "", example, meaning, name, secret, takes }) => [
      `\`${name}\``,
      cell(secret === true ? `${takes}; or \`${fileVariable(name)}\`` : takes),
      cell(meaning),
      cell(unset),
      cell(asCode(example))
    ])
  ])

const { auditSigningKey, databaseUrl, environment, masterKey } = variables
const required: ReadonlyArray<Row> = [environment, databaseUrl, masterKey, auditSigningKey]
const common: ReadonlyArray<Row> = [
  variables.baseUrl,
  variables.host,
  variables.port,
  variables.smtpUrl,
  variables.mailFrom,
  variables.storage,
  variables.redisUrl,
  variables.operatorToken,
  variables.trustedProxies,
  variables.outboundAllow,
  variables.backupKey
]

const vendorNames = Object.keys(vendors).filter((name): name is VendorName => name in vendors)
const vendorRows = vendorNames.map(vendorVariable)
const [vendorRow = vendorVariable("okta")] = vendorRows

const rest = Object.values<Row>(variables).filter((row) => !required.includes(row) && !common.includes(row))

/** Every environment variable, as `docs/operate/configuration.md` shows it. */
export const configurationTables = (): string =>
  [
    "## Required in production",
    tableOf(required),
    "## Common",
    tableOf(common),
    "## Vendors’ URLs",
    `Each takes ${vendorRow.takes}: ${vendorRow.meaning}.`,
    table([
      ["Variable", "Default"],
      ["---", "---"],
      ...vendorRows.map(({ default: unset, name }) => [`\`${name}\``, unset])
    ]),
    "## All others",
    tableOf(rest)
  ].join("\n\n")

if (process.argv[1] === import.meta.filename) process.stdout.write(`${configurationTables()}\n`)
