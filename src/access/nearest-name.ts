import { distance } from "#platform/variables/names"

/** Maximum length in characters of a name that is compared; comparing takes as long as both lengths multiplied. */
const maxCompared = 60

const folded = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")

/** The known name that was meant, perhaps: at most a quarter of its letters differ, however it joins its words. */
export const nearestName = (name: string, known: ReadonlyArray<string>): string | undefined => {
  if (name.length > maxCompared) return undefined
  const [nearest] = known
    .map((own) => ({ own, edits: distance(folded(name), folded(own)) }))
    .toSorted((one, other) => one.edits - other.edits)
  return nearest !== undefined && nearest.edits <= folded(nearest.own).length / 4 ? nearest.own : undefined
}
