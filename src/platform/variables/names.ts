/** One of these was meant, perhaps. */
interface Lookalike {
  readonly name: string
  /** Our variable with the most similar name; none if only the prefix is ours. */
  readonly meant: string | undefined
}

/** Edits (insert, drop, replace a letter, swap two neighbours) that make one name of the other. */
export const distance = (a: string, b: string): number => {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= a.length; row++) {
    const line = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1
      const at = (up: number, left: number) => rows[row - up]?.[column - left] ?? Infinity
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1] ? at(2, 2) + 1 : Infinity
      line.push(Math.min(at(1, 0) + 1, (line[column - 1] ?? Infinity) + 1, at(1, 1) + same, swapped))
    }
    rows.push(line)
  }
  return rows[a.length]?.[b.length] ?? Infinity
}

// Beginnings that only this service uses. Others (OTEL_, GOOGLE_, REDIS_ …) are shared with libraries and Kubernetes.
const beginnings = ["AUDIT_", "MASTER_KEY", "OPERATOR_", "OUTBOUND_", "STORAGE_", "TRUSTED_", "VENDOR_"]

// What Kubernetes sets for the services next to a container.
const fromKubernetes = /_(?:SERVICE_(?:HOST|PORT)|PORT)(?:_|$)/

/**
 * Environment names that are not ours and look like typos: a few letters away, or with our prefix. Short names are
 * ignored, because they are all similar.
 */
export const lookalikes = (environment: ReadonlyArray<string>, ours: ReadonlyArray<string>): ReadonlyArray<Lookalike> =>
  environment
    .filter((name) => !ours.includes(name) && !fromKubernetes.test(name))
    .flatMap((name): ReadonlyArray<Lookalike> => {
      const [nearest] = ours
        .filter((own) => own.length >= 7)
        .map((own) => ({ own, edits: distance(name.toUpperCase(), own) }))
        .toSorted((a, b) => a.edits - b.edits)
      if (nearest !== undefined && nearest.edits <= 2) return [{ name, meant: nearest.own }]
      return beginnings.some((beginning) => name.startsWith(beginning)) ? [{ name, meant: undefined }] : []
    })
