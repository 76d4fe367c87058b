/** A person in an HR system, in neutral form; each emulator returns its vendor's form. */
export interface HrPerson {
  id: string
  number: string | null
  firstName: string
  lastName: string
  /** Empty when there is none. */
  email: string
  title: string
  department: string
  managerEmail: string | null
  hiredOn: string
  /** The last working day. */
  lastDay: string | null
  /** When employment ends, where that is later; told by Personio alone. */
  employmentEnd: string | null
  reason: string | null
  /** The system has ended the employment. */
  ended: boolean
}

const person = (id: string, firstName: string, lastName: string, email: string, more: Partial<HrPerson> = {}) => ({
  id,
  number: `N-${id}`,
  firstName,
  lastName,
  email,
  title: "Engineer",
  department: "Research",
  managerEmail: "mia.boss@acme.test",
  hiredOn: "2020-01-01",
  lastDay: null,
  employmentEnd: null,
  reason: null,
  ended: false,
  ...more
})

/** The usual people: an apostrophe, mixed case, one email twice, none at all, and a person who left long ago. */
export const hrPeople = (): Map<string, HrPerson> =>
  new Map(
    [
      person("1", "Ann", "Lee", "ann.lee@acme.test"),
      person("2", "Sean", "O'Neil", "sean.o'neil@acme.test", { title: "Designer" }),
      person("3", "Mia", "Boss", "Mia.Boss@Acme.test", { title: "Head", managerEmail: null }),
      person("4", "Tom", "Twin", "twin@acme.test"),
      person("5", "Tim", "Twin", "TWIN@acme.test"),
      person("6", "Nora", "Nomail", ""),
      person("7", "Otto", "Gone", "otto.gone@acme.test", { lastDay: "2019-06-30", hiredOn: "2015-01-01", ended: true }),
      person("8", "Rita", "Rehired", "rita@acme.test", { lastDay: "2019-06-30", hiredOn: "2021-01-01" })
    ].map((one) => [one.id, one])
  )

/** More people, to fill pages. */
export const crowd = (count: number): ReadonlyArray<HrPerson> =>
  Array.from({ length: count }, (_, index) =>
    person(String(1000 + index), "Crowd", `No${index}`, `crowd.${index}@acme.test`)
  )
