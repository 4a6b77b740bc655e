import { embeddedHost } from './host-embedded.ts'
import { program } from './program.ts'

await program(embeddedHost)
