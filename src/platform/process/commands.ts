import path from "node:path"
import process from "node:process"

/** What tells how this process was started. */
interface Started {
  /** The file that runs. */
  readonly program: string
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * The operator's command as it is typed where this process runs: by npm in a checkout, by Node in a container, and where
 * systemd keeps the secrets by the script that is given them, too (docs/operate/install.md).
 */
export const adminCommandOf = ({ environment, folder, program }: Started): string => {
  if (environment["npm_lifecycle_event"] !== undefined || !program.endsWith(".mjs")) return "npm run -s admin --"
  if (environment["CREDENTIALS_DIRECTORY"] !== undefined) return "offboarding-admin"
  return `node ${path.relative(folder, path.join(path.dirname(program), "admin.mjs"))}`
}

export const adminCommand = adminCommandOf({
  program: process.argv[1] ?? "",
  folder: process.cwd(),
  environment: process.env
})
