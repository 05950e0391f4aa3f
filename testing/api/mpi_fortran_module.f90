! Module hetgrid: generic names and local arrays of rank 1 and 2, specific names, functions, constants.
! ranks: 1 3
program mpi_fortran_module
  use hetgrid
  implicit none
  integer, parameter :: n = 40, nb = 8
  integer :: ictxt, nprow, npcol, myrow, mycol, rows, columns, info, i, j, me, processes
  integer :: desc(9), descx(9), server, ranks(1, 1) = 0, descs(9)
  double precision, allocatable :: t(:), a(:, :), b(:, :), c(:, :), x(:), norm_work(:), whole(:, :), square(:, :)
  complex, allocatable :: z(:), one(:, :), product(:, :)
  integer, allocatable :: ipiv(:)
  double precision :: value
  complex :: element

  call blacs_pinfo(me, processes)
  call blacs_get(-1, 0, ictxt)
  allocate (t(processes))
  t = [(1d0 + i, i=0, processes - 1)]
  call hg_gridinit(ictxt, 'Row-major', 1, processes, t, info)
  call check(info == 0, 'hg_gridinit')
  call blacs_gridinfo(ictxt, nprow, npcol, myrow, mycol)
  rows = hg_numroc(n, nb, myrow, 0, nprow, ictxt, 'R')
  columns = hg_numroc(n, nb, mycol, 0, npcol, ictxt, 'C')
  call hg_descinit(desc, n, n, nb, nb, 0, 0, ictxt, max(1, rows), info)
  call check(info == 0 .and. desc(1) == hg_dtype, 'hg_descinit')
  call hg_descinit(descx, n, 1, nb, nb, 0, 0, ictxt, max(1, rows), info)
  allocate (a(max(1, rows), max(1, columns)), b(max(1, rows), max(1, columns)), c(max(1, rows), max(1, columns)))
  allocate (x(max(1, rows)), ipiv(rows + nb), norm_work(2*n))
  allocate (z(size(a)), one(max(1, rows), max(1, columns)), product(max(1, rows), max(1, columns)))

  ! C = A B with B = 2 I, then A X = A (1, 1, ..., 1)^T, in double precision.
  do j = 1, n
    do i = 1, n
      call hg_pelset(a, i, j, desc, entry(i, j))
      call hg_pelset(z, i, j, desc, cmplx(real(entry(i, j)), -1.))
    end do
  end do
  call hg_plaset('All', n, n, 0d0, 2d0, b, 1, 1, desc)
  call hg_pgemm('N', 'N', n, n, n, 1d0, a, 1, 1, desc, b, 1, 1, desc, 0d0, c, 1, 1, desc)
  do i = 1, n
    call hg_pelget('All', ' ', value, c, i, n + 1 - i, desc)
    call check(abs(value - 2*entry(i, n + 1 - i)) < 1d-12, 'hg_pgemm, double')
    call hg_pelset(x, i, 1, descx, sum([(entry(i, j), j=1, n)]))
  end do
  call check(hg_pdlange('M', n, n, c, 1, 1, desc, norm_work) > 2*n, 'hg_pdlange')
  call hg_pgesv(n, 1, a, 1, 1, desc, ipiv, x, 1, 1, descx, info)
  call check(info == 0, 'hg_pgesv')
  do i = 1, n
    call hg_pdelget('All', ' ', value, x, i, 1, descx)
    call check(abs(value - 1) < 1d-10, 'solution')
  end do

  ! The same product in complex, with A of rank 1.
  call hg_plaset('All', n, n, (0., 0.), (0., 1.), one, 1, 1, desc)
  call hg_pgemm('N', 'N', n, n, n, (1., 0.), z, 1, 1, desc, one, 1, 1, desc, (0., 0.), product, 1, 1, desc)
  do i = 1, n
    call hg_pelget('All', ' ', element, product, i, i, desc)
    call check(abs(element - (0., 1.)*cmplx(real(entry(i, i)), -1.)) < 1e-3, 'hg_pgemm, complex')
  end do
  call hg_server_policy(ictxt, 'greedy', 6, info)
  call check(info == 0, 'hg_server_policy')
  call hg_server_policy(ictxt, 'faster than light', 6, info)
  call check(info == -2, 'hg_server_policy, unknown')

  ! A product whose matrices are on the first process; the others work.
  call blacs_get(-1, 0, server)
  call blacs_gridmap(server, ranks, 1, 1, 1)
  descs = 0
  descs(2) = -1
  if (me == 0) descs = [1, server, n, n, nb, nb, 0, 0, n]
  allocate (whole(n, n), square(n, n))
  do j = 1, n
    whole(:, j) = [(entry(i, j), i=1, n)]
  end do
  call hg_pgemm_server('N', 'N', n, n, n, 1d0, whole, 1, 1, descs, whole, 1, 1, descs, 0d0, square, 1, 1, descs, ictxt, info)
  call check(info == 0, 'hg_pgemm_server')
  if (me == 0) then
    call check(maxval(abs(square - matmul(whole, whole))) < 1d-9, 'hg_pgemm_server, product')
    call blacs_gridexit(server)
  end if

  call hg_gridexit(ictxt)
  deallocate (t, a, b, c, x, ipiv, norm_work, z, one, product, whole, square)
  call blacs_exit(0)

contains

  double precision function entry(i, j)
    integer, intent(in) :: i, j
    entry = 1d0/(1 + abs(i - j))
    if (i == j) entry = n + i
  end function

  subroutine check(right, what)
    logical, intent(in) :: right
    character(len=*), intent(in) :: what
    if (.not. right) then
      print *, 'process', me, ': wrong:', what
      call blacs_abort(-1, 1)
    end if
  end subroutine
end program
