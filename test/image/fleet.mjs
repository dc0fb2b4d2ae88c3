// A fleet of N vehicles as a CSV file, with valid numbers:   node test/image/fleet.mjs N
const WEIGHTS = [3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
const lines = ['placa,renavam,uf,documento']
for (let index = 0; index < Number(process.argv[2]); index += 1) {
  const digits = String(1_000_000_000 + index * 7919)
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  const letter = String.fromCharCode(65 + Math.floor(index / 1000))
  const plate = `CH${letter}${Math.floor(index / 100) % 10}A${String(index % 100).padStart(2, '0')}`
  lines.push([plate, digits + (((sum * 10) % 11) % 10), 'SP', '11.222.333/0001-81'].join(','))
}
process.stdout.write(`${lines.join('\n')}\n`)
