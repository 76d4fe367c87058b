import { AllFindings } from "#access-removal/residual-access/Findings.tsx"
import { People as Directory } from "#work/employees/People.tsx"

/** The directory, under the accounts of people who left that can be used again. */
export const People = () => <Directory Findings={AllFindings} />
