import type { Role } from "@svc/contract/kernel/permissions"
import type { OffboardingStatus, SeparationType } from "@svc/contract/offboardings/schema"

export const organisationName = "Larkspur Studios (demo)"

/** Publicly known, which is why production refuses the demo. */
export const password = "larkspur-demo"

/** The connected app of the demo. */
export const vendorName = "Corporate Directory"

const address = (name: string) => `${name.toLowerCase().replaceAll(" ", ".")}@larkspur.example`

interface DemoUser {
  readonly fullName: string
  readonly email: string
  readonly role: Role
}

export const superAdmin: DemoUser = { fullName: "Sam Okafor", email: "superadmin@larkspur.example", role: "superadmin" }

export const manager: DemoUser = { fullName: "Miguel Santos", email: address("Miguel Santos"), role: "manager" }

export const colleagues: ReadonlyArray<DemoUser> = [
  { fullName: "Ada Lindqvist", email: "admin@larkspur.example", role: "admin" },
  { fullName: "Hana Petrova", email: "hr@larkspur.example", role: "hr" },
  manager
]

/** A departure; the person's access is what the vendor knows, or nothing. */
interface DemoCase {
  readonly stage: OffboardingStatus
  readonly exitInDays: number
  readonly separation: SeparationType
  readonly apps: "vendor" | "none"
}

export interface DemoPerson {
  readonly fullName: string
  readonly email: string
  readonly role: string
  readonly department: string
  readonly manager: string | null
  readonly leaves: DemoCase | null
}

const person = (
  fullName: string,
  role: string,
  department: string,
  manager: string | null,
  leaves: DemoCase | null = null
): DemoPerson => ({
  fullName,
  email: address(fullName),
  role,
  department,
  manager: manager === null ? null : address(manager),
  leaves
})

/** The directory: twelve people, some of whom are leaving, so that there is a case in every stage. */
export const people: ReadonlyArray<DemoPerson> = [
  person("Ines Carvalho", "Chief Executive", "Management", null),
  person("Miguel Santos", "Head of Engineering", "Engineering", "Ines Carvalho"),
  person("Yuki Tanaka", "Head of Sales", "Sales", "Ines Carvalho"),
  person("Lena Vogel", "Staff Engineer", "Engineering", "Miguel Santos"),
  person("Omar Haddad", "Product Designer", "Design", "Miguel Santos"),
  person("Clara Moreau", "Support Engineer", "Engineering", "Miguel Santos", {
    stage: "pending",
    exitInDays: 45,
    separation: "resignation",
    apps: "vendor"
  }),
  person("Tomas Novak", "Account Executive", "Sales", "Yuki Tanaka", {
    stage: "pending",
    exitInDays: 60,
    separation: "contract_end",
    apps: "none"
  }),
  person("Priya Raman", "Data Analyst", "Engineering", "Miguel Santos", {
    stage: "notice_period",
    exitInDays: 21,
    separation: "resignation",
    apps: "vendor"
  }),
  person("Jonas Berg", "Sales Engineer", "Sales", "Yuki Tanaka", {
    stage: "it_revocation",
    exitInDays: 2,
    separation: "layoff",
    apps: "vendor"
  }),
  person("Amara Diallo", "Backend Engineer", "Engineering", "Miguel Santos", {
    stage: "asset_recovery",
    exitInDays: 0,
    separation: "resignation",
    apps: "vendor"
  }),
  person("Peter Walsh", "Office Manager", "Operations", "Ines Carvalho", {
    stage: "completed",
    exitInDays: -20,
    separation: "retirement",
    apps: "none"
  }),
  person("Sofia Rossi", "Copywriter", "Marketing", "Ines Carvalho", {
    stage: "cancelled",
    exitInDays: 30,
    separation: "resignation",
    apps: "none"
  })
]

/** Whose offboarding the manager asks for; HR or an admin has to agree. */
export const askedFor = { person: "Omar Haddad", exitInDays: 40, separation: "resignation" } as const
