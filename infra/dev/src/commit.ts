import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from './config.ts'

/** The commit that is checked out, as records name it. */
export async function currentCommit(): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'], { cwd: root })
  return stdout.trim()
}
