// What is asked has no counterpart in the public API of zarrita.
export class NotExpressible extends Error {
  name = "NotExpressible";
}
