/** The header by which a call views as a person: the organization's id, a slash, and the view's id. */
export const viewAsHeader = "x-view-as";
