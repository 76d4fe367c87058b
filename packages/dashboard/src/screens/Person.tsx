import { FindingsAmong } from "#access-removal/residual-access/Findings.tsx"
import { Person as Record } from "#work/employees/Person.tsx"

/** Somebody of the directory, with the access that they still have. */
export const Person = ({ id }: { readonly id: string }) => <Record id={id} Findings={FindingsAmong} />
