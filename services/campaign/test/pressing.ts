import { inject } from 'vitest'
import { openWorldOn } from '../src/trigger/testing/world.ts'

export { person, type World } from '../src/trigger/testing/world.ts'

/** Campaigns and who presses, on the test server. @param batchers as many processes decide at the same time */
export const openWorld = (batchers?: number) => openWorldOn(inject('postgres'), batchers)
