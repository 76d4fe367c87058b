export const caseDetail = {}
