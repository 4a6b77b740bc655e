/** The sandbox as a process of its own. */

import { readConfig } from './config.ts'
import { ipfsFolder } from './ipfs-folder.ts'
import { startSandbox } from './server.ts'

const { options, ipfsDir } = readConfig()
const log = (line: string) => process.stderr.write(`${line}\n`)
const sandbox = await startSandbox({
  ...options,
  log,
  ipfs: ipfsDir === undefined ? undefined : ipfsFolder(ipfsDir),
})
process.stdout.write(`sandbox of the outside providers: ${sandbox.url}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    sandbox.stop().catch((error) => {
      log(String(error))
      process.exitCode = 1
    })
  })
