import { AllFindings } from "#access-removal/residual-access/Findings.tsx"
import { People as Directory } from "#work/employees/People.tsx"

/** The directory, below the accounts active after revocation. */
export const People = () => <Directory Findings={AllFindings} />
