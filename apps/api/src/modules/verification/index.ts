/** The interface of the verification area for other areas: erasing as an account closes, and moving what merged entries asked. */

export { eraseOnClosing } from "./identity-checks/actions/destroy.ts";
export { moveAgeGroupExceptions } from "./identity-documents/actions/move-exceptions.ts";
