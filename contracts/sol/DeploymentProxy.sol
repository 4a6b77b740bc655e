// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

/// @title Puts contracts at addresses that follow from their code alone
/// @notice A deployment that was cut short is continued by running it again: what already stands is found at the
/// address where it must stand.
contract DeploymentProxy {
    error DeploymentFailed();

    /// @notice The block before which none of the contracts existed: where an indexer starts to read.
    uint256 public immutable deployedAtBlock = block.number;

    function deploy(bytes32 salt, bytes calldata initCode) external returns (address deployed) {
        bytes memory code = initCode;
        assembly ("memory-safe") {
            deployed := create2(0, add(code, 32), mload(code), salt)
        }
        if (deployed == address(0)) revert DeploymentFailed();
    }
}
