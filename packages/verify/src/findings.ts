/** Where a finding was made. */
export interface Where {
  /** The name under which the file was given; for a file inside a ZIP `bundle.zip › audit.json`. */
  readonly file: string
  /** The number of the entry within its organisation's log. */
  readonly seq?: number
  /** The id of the entry. */
  readonly id?: string
}

/**
 * `proven`: checked and true. `failed`: checked and false. `not_shown`: these files cannot show it. `unreadable`: not
 * checked, because the input is malformed.
 */
export type Outcome = "proven" | "failed" | "not_shown" | "unreadable"

/** Result of one check, in words for people who do not program. */
export interface Finding {
  readonly outcome: Outcome
  readonly what: string
  readonly why: string
  readonly where?: Where
}

/** Takes findings as they are made. Of failures of one kind only the first are kept word by word; the rest is counted. */
export interface Findings {
  readonly proven: (what: string, why: string, where?: Where) => void
  readonly failed: (what: string, why: string, where?: Where) => void
  readonly notShown: (what: string, why: string, where?: Where) => void
  readonly unreadable: (what: string, why: string, where?: Where) => void
  /** How many failures were found so far, the counted ones included. */
  readonly failures: () => number
  readonly all: () => ReadonlyArray<Finding>
}

const mostFailures = 1000

/** Names and ids come out of files that may be hostile: nothing in them may steer a terminal or turn what is read around. */
export const plain = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, "\ufffd")

export const makeFindings = (): Findings => {
  const found: Array<Finding> = []
  let failures = 0
  const add = (outcome: Outcome) => (what: string, why: string, where?: Where) => {
    if (outcome === "failed") {
      failures += 1
      if (failures > mostFailures) return
    }
    found.push({
      outcome,
      what: plain(what),
      why: plain(why),
      ...(where === undefined
        ? {}
        : { where: { ...where, file: plain(where.file), ...(where.id === undefined ? {} : { id: plain(where.id) }) } })
    })
  }
  return {
    proven: add("proven"),
    failed: add("failed"),
    notShown: add("not_shown"),
    unreadable: add("unreadable"),
    failures: () => failures,
    all: () =>
      failures <= mostFailures
        ? found
        : [
            ...found,
            {
              outcome: "failed",
              what: `${failures - mostFailures} more checks failed.`,
              why: `Only the first ${mostFailures} are listed.`
            }
          ]
  }
}
