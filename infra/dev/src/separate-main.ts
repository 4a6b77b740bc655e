import { separateHost } from './host-separate.ts'
import { program } from './program.ts'

await program(separateHost((line) => console.log(line)))
