import { FindingsAmong } from "#access-removal/residual-access/Findings.tsx"
import { Person as Record } from "#work/employees/Person.tsx"

/** One person of the directory, with their remaining access. */
export const Person = ({ id }: { readonly id: string }) => <Record id={id} Findings={FindingsAmong} />
