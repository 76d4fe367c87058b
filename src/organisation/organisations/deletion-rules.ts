/** A table with `org_id`, and the tables that its foreign keys name. */
interface TenantTable {
  readonly name: string
  readonly parents: ReadonlyArray<string>
}

/** What lets somebody in: gone before everything else. */
const doors: ReadonlyArray<string> = ["sessions", "api_keys"]

/** Who belonged to the organisation must be known to the very end, when those who belong to no other go with it. */
const kept = "memberships"

/**
 * The tables whose rows are removed step by step, what refers to others first, so that no step is refused by a foreign
 * key nor takes more rows than it says. Left out is what goes with the organisation's row itself: the memberships and
 * what they refer to.
 */
export const removalOrder = (tables: ReadonlyArray<TenantTable>): ReadonlyArray<string> => {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const last = new Set<string>()
  const keep = (name: string) => {
    if (last.has(name)) return
    last.add(name)
    byName.get(name)?.parents.forEach(keep)
  }
  keep(kept)

  const order = new Set(doors.filter((name) => byName.has(name) && !last.has(name)))
  let left = tables.filter(({ name }) => !order.has(name) && !last.has(name))
  while (left.length > 0) {
    const referred = new Set(left.flatMap(({ name, parents }) => parents.filter((parent) => parent !== name)))
    const free = left.filter(({ name }) => !referred.has(name))
    // Tables that refer to each other in a circle have cascades between them; any order does.
    for (const { name } of free.length > 0 ? free : left) order.add(name)
    left = left.filter(({ name }) => !order.has(name))
  }
  return [...order]
}
