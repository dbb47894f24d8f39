/** A board that one module uses as a type only. */
export class Board {}
