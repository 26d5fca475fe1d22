// Heights of many rows, with the sum above any row and the row at any height in O(log n) (a Fenwick tree).

export class Heights {
  constructor(estimates) {
    this.size = estimates.length;
    this.heights = Float64Array.from(estimates);
    this.sums = new Float64Array(this.size + 1);
    for (let i = 1; i <= this.size; i += 1) {
      this.sums[i] += this.heights[i - 1];
      const parent = i + (i & -i);
      if (parent <= this.size) this.sums[parent] += this.sums[i];
    }
  }

  set(index, height) {
    const change = height - this.heights[index];
    if (!change) return 0;
    this.heights[index] = height;
    for (let i = index + 1; i <= this.size; i += i & -i) this.sums[i] += change;
    return change;
  }

  // The sum of the heights above a row.
  above(index) {
    let sum = 0;
    for (let i = index; i > 0; i -= i & -i) sum += this.sums[i];
    return sum;
  }

  get total() {
    return this.above(this.size);
  }

  // The row that covers this height.
  at(height) {
    let index = 0;
    let rest = height;
    for (let step = 2 ** Math.floor(Math.log2(this.size || 1)); step >= 1; step /= 2) {
      if (index + step <= this.size && this.sums[index + step] <= rest) {
        index += step;
        rest -= this.sums[index];
      }
    }
    return Math.min(index, Math.max(this.size - 1, 0));
  }
}
