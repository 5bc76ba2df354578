/** The interface of the verification area for other areas: erasing as an account closes. */

export { eraseOnClosing } from "./identity-checks/actions/destroy.ts";
