import { checkNetwork } from './network.ts'
import { checkVersion } from './new-version.ts'

/** A part of the app could not be fetched: there is no network, or the site was built anew since the page was opened. */
export class PartMissing extends Error {
  /** has the part fetched anew when it is next wanted */
  readonly forget: () => void

  constructor(cause: unknown, forget: () => void) {
    super('a part of the app could not be loaded', { cause })
    this.name = 'PartMissing'
    this.forget = forget
    void checkNetwork().then((reachable) => reachable && checkVersion())
  }
}
