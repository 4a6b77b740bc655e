/** The node does not know yet what was read already: it lags, or is another one than before. Nothing has changed; wait. */
export class NodeBehind extends Error {
  constructor(what: string) {
    super(`the node has not caught up: ${what}`)
    this.name = 'NodeBehind'
  }
}

/** The node leaves out logs that the block's header says it has. Nothing of the block is believed; ask again. */
export class LogsMissing extends Error {
  constructor(block: number) {
    super(`the node leaves out logs of block ${block}`)
    this.name = 'LogsMissing'
  }
}

/** The chain changed while it was being read: read again. */
export class ChainMoved extends Error {
  constructor(where: string) {
    super(`the chain changed while ${where} was read`)
    this.name = 'ChainMoved'
  }
}
