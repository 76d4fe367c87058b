export const checklists = {
  title: "Tasks",
  none: "No tasks",
  noneText: "Add the first, or apply a template.",
  done: "Done",
  late: "Late",
  notNeeded: "Not needed",
  follows: "This completes itself once what it follows is settled.",
  task: "Task",
  assignee: "For",
  due: "Due"
}
