/** Who works at Acme, as every directory of the lab knows them. */
interface Person {
  /** A stable id at a vendor is made from it. */
  readonly key: string
  readonly given: string
  readonly family: string
  readonly email: string
}

export const people: ReadonlyArray<Person> = [
  { key: "ann", given: "Ann", family: "Lee", email: "ann.lee@acme.test" },
  { key: "joann", given: "Joann", family: "Lee", email: "joann.lee@acme.test" },
  { key: "bob", given: "Bob", family: "Ray", email: "Bob.Ray@Acme.Test" },
  { key: "sean", given: "Sean", family: "O'Neil", email: "sean.o'neil@acme.test" },
  { key: "tag", given: "Tom", family: "Tag", email: "tom+work@acme.test" },
  { key: "admin", given: "Olivia", family: "Owner", email: "owner@acme.test" },
  { key: "synced", given: "Sue", family: "Synced", email: "sue.synced@acme.test" },
  { key: "gone", given: "Gil", family: "Gone", email: "gone@acme.test" }
]

/** A stable UUID for the nth of something. */
export const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`

export const sameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
