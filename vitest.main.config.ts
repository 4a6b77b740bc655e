import { filesNamed } from './vitest.slow.config.ts'

/** `npm run test:main`: the main ways, which `.ci/run` runs besides `npm test`. */
export default filesNamed('main')
