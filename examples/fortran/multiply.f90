! C = A B with ScaLAPACK's PDGEMM. Run it under 4 processes (ranks: 4).
program multiply
  implicit none
  integer, parameter :: n = 400, nb = 16
  integer :: me, nprocs, ictxt, nprow, npcol, myrow, mycol, rows, cols, desc(9), info, i, j, wrong
  double precision :: gi, gj, s1, s2
  double precision, allocatable :: a(:,:), b(:,:), c(:,:), x(:,:)
  integer, external :: numroc, indxl2g

  ! A process grid, as square as the number of processes allows.
  call blacs_pinfo(me, nprocs)
  nprow = int(sqrt(dble(nprocs)))
  npcol = nprocs / nprow
  call blacs_get(-1, 0, ictxt)
  call blacs_gridinit(ictxt, 'Row-major', nprow, npcol)
  call blacs_gridinfo(ictxt, nprow, npcol, myrow, mycol)

  wrong = 0
  if (myrow >= 0) then
    ! The local parts of n x n matrices in blocks of nb x nb.
    rows = numroc(n, nb, myrow, 0, nprow)
    cols = numroc(n, nb, mycol, 0, npcol)
    call descinit(desc, n, n, nb, nb, 0, 0, ictxt, max(1, rows), info)
    if (info /= 0) stop 1
    allocate(a(max(1, rows), cols), b(max(1, rows), cols), c(max(1, rows), cols), x(max(1, rows), cols))

    ! a_ij = i + j, b_ij = i - j: the product is x_ij = sum_k (i + k) (k - j) = i s1 - n i j + s2 - j s1. All whole
    ! numbers, so c must be exactly x.
    s1 = dble(n) * (n + 1) / 2
    s2 = s1 * (2 * n + 1) / 3
    do j = 1, cols
      gj = indxl2g(j, nb, mycol, 0, npcol)
      do i = 1, rows
        gi = indxl2g(i, nb, myrow, 0, nprow)
        a(i, j) = gi + gj
        b(i, j) = gi - gj
        x(i, j) = gi * s1 - n * gi * gj + s2 - gj * s1
      end do
    end do

    call pdgemm('N', 'N', n, n, n, 1d0, a, 1, 1, desc, b, 1, 1, desc, 0d0, c, 1, 1, desc)

    wrong = count(.not. abs(c(1:rows, :) - x(1:rows, :)) <= 0)
    call igsum2d(ictxt, 'All', ' ', 1, 1, wrong, 1, -1, -1)
    print '(a, i0, a, i0, a, i0, a, i0)', 'process (', myrow, ',', mycol, ') owns ', rows, ' x ', cols
    if (myrow == 0 .and. mycol == 0) print '(i0, a)', wrong, ' wrong elements'
    call blacs_gridexit(ictxt)
  end if
  call blacs_exit(0)
  if (wrong /= 0) stop 1
end program multiply
