export const assets = {
  states: { deployed: "With them", returned: "Returned", lost: "Lost" }
}
