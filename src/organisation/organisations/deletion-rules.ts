/** A table with `org_id`, and the tables that its foreign keys name. */
interface TenantTable {
  readonly name: string
  readonly parents: ReadonlyArray<string>
}

/** Credentials: removed before everything else. */
const doors: ReadonlyArray<string> = ["sessions", "api_keys"]

/** Memberships are needed to the end, when accounts without another organization are removed too. */
const kept = "memberships"

/**
 * The tables in removal order, referencing ones first, so that no step is refused by a foreign key or removes more rows
 * than its limit. Omits what is removed with the organization's row: the memberships and what they reference.
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
