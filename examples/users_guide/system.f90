! A x = b with ScaLAPACK's PDGESV, 9 unknowns, as the first example of the ScaLAPACK Users' Guide.
!
! First way to hetgrid: this program as it is, linked with ScaLAPACK only, run by
!     hetgrid run -n 4 -- ./system
! or with LD_PRELOAD=libhetgrid-scalapack.so.
program system
  implicit none
  integer, parameter :: n = 9, nrhs = 1, mb = 2, nb = 2
  integer :: me, nprocs, ictxt, nprow, npcol, myrow, mycol, rows, cols, rhs_cols, info, i, j
  integer :: desca(9), descb(9)
  integer, allocatable :: ipiv(:)
  double precision, allocatable :: a(:,:), a0(:,:), b(:,:), x(:,:), work(:)
  double precision :: residual
  logical :: right
  integer, external :: numroc
  double precision, external :: pdlamch, pdlange

  ! A process grid of two rows, or of one.
  call blacs_pinfo(me, nprocs)
  nprow = min(2, nprocs)
  npcol = nprocs / nprow
  call blacs_get(-1, 0, ictxt)
  call blacs_gridinit(ictxt, 'Row-major', nprow, npcol)
  call blacs_gridinfo(ictxt, nprow, npcol, myrow, mycol)

  right = .true.
  if (myrow >= 0) then
    ! The local parts of A, 9 x 9, and B, 9 x 1, in blocks of 2 x 2.
    rows = numroc(n, mb, myrow, 0, nprow)
    cols = numroc(n, nb, mycol, 0, npcol)
    rhs_cols = numroc(nrhs, nb, mycol, 0, npcol)
    call descinit(desca, n, n, mb, nb, 0, 0, ictxt, max(1, rows), info)
    call descinit(descb, n, nrhs, mb, nb, 0, 0, ictxt, max(1, rows), info)
    allocate(a(max(1, rows), max(1, cols)), a0(max(1, rows), max(1, cols)), ipiv(rows + mb))
    allocate(b(max(1, rows), max(1, rhs_cols)), x(max(1, rows), max(1, rhs_cols)), work(max(1, rows, cols)))

    ! Small numbers, and large ones on the antidiagonal: every step of the elimination interchanges rows.
    do j = 1, n
      do i = 1, n
        call pdelset(a, i, j, desca, merge(30d0, dble(mod(i * j, 7) - 3), i + j == n + 1))
      end do
    end do
    do i = 1, n
      call pdelset(b, i, 1, descb, dble(i))
    end do

    ! Copies for the check, then the solution in place of B.
    call pdlacpy('All', n, n, a, 1, 1, desca, a0, 1, 1, desca)
    call pdlacpy('All', n, nrhs, b, 1, 1, descb, x, 1, 1, descb)
    call pdgesv(n, nrhs, a, 1, 1, desca, ipiv, x, 1, 1, descb, info)

    ! |A x - b| / (|A| |x| n eps) is a small number.
    call pdgemm('N', 'N', n, nrhs, n, 1d0, a0, 1, 1, desca, x, 1, 1, descb, -1d0, b, 1, 1, descb)
    residual = pdlange('I', n, nrhs, b, 1, 1, descb, work) / (pdlange('I', n, n, a0, 1, 1, desca, work) * &
               pdlange('I', n, nrhs, x, 1, 1, descb, work) * n * pdlamch(ictxt, 'Epsilon'))
    right = info == 0 .and. residual < 10
    print '(a, i0, a, i0, a, i0, a, i0)', 'process (', myrow, ',', mycol, ') owns ', rows, ' x ', cols
    if (myrow == 0 .and. mycol == 0) print '(a, i0, a, es9.2)', 'INFO = ', info, ', residual ', residual
    call blacs_gridexit(ictxt)
  end if
  call blacs_exit(0)
  if (.not. right) stop 1
end program system
