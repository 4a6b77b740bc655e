import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { makeGround } from './ground.ts'
import { findProof } from './proofs.ts'

// One run of one proof in a process of its own. Its task comes as JSON, its outcome goes into a file.
const task = z
  .object({
    id: z.string(),
    size: z.int(),
    seed: z.int(),
    outcome: z.string(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const proof = findProof(task.id)
const ground = await makeGround(proof.durable ?? false)
const context = {
  size: task.size,
  seed: task.seed,
  postgres: ground.postgres.url,
  folder: ground.folder,
  say: (line: string) => console.log(line),
}
const outcome = await proof.run(context).then(
  (figures) => ({ holds: true, figures }),
  (error: unknown) => ({
    holds: false,
    why: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }),
)
await writeFile(task.outcome, JSON.stringify(outcome))
await ground.close().catch((error: unknown) => console.log(`not closed cleanly: ${String(error)}`))
process.exit(0)
